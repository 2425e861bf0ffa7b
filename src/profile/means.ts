import type { CgroupPath } from './cgroup/cgroup.ts';
import type { SystemCalls } from './host/system-calls.ts';
import type { Valgrind } from './instructions/count-instructions.ts';
import type { Isolation } from './launch/isolation.ts';
import type { Perf } from './sampling/perf.ts';

/** What this host allows, found once. */
export interface Means {
  calls: SystemCalls | undefined;
  /** Holds the cgroups of all executions; undefined at tier 0. */
  runCgroup: CgroupPath | undefined;
  isolation?: Isolation | undefined;
  valgrind?: Valgrind | undefined;
  /** Looked for when it is needed: finding it takes a while. */
  perf?: () => Perf | undefined;
}
