import type { CgroupPath } from './cgroup/cgroup.ts';
import type { SystemCalls } from './host/system-calls.ts';
import type { Valgrind } from './instructions/find-valgrind.ts';
import type { Isolation } from './launch/isolation.ts';
import type { RetiredCounter } from './portable/retired-instructions.ts';
import type { WaitForUsage } from './portable/wait-for-usage.ts';
import type { Perf } from './sampling/perf.ts';

/** How deep a collector measures: see docs/metrics.md. */
export type Tier = 0 | 1 | 'portable';

/** The kernel itself, where it lets this user; a program that is started as root; or strace, at this path. */
export type CallCounter =
  | { kind: 'kernel' }
  | { kind: 'root'; command: readonly string[] }
  | { kind: 'strace'; path: string };

/** The means that this host allows, found once. */
export interface Means {
  tier: Tier;
  /** In place of all else, in the portable tier. */
  waitForUsage?: WaitForUsage | undefined;
  retired?: RetiredCounter | undefined;
  calls: SystemCalls | undefined;
  /** Holds the cgroups of all executions; undefined at tier 0. */
  runCgroup: CgroupPath | undefined;
  isolation?: Isolation | undefined;
  valgrind?: Valgrind | undefined;
  /** Looked for when it is needed: finding it takes a while. */
  perf?: () => Perf | undefined;
  /** What counts calls; looked for when it is needed. */
  callCounter?: () => CallCounter | undefined;
}
