import type { Execute, MeasureStart } from '../contract/execution.ts';
import type { HoldProcesses } from '../contract/process-hold.ts';
import { createRunCgroup, removeRunCgroup } from './cgroup/run-cgroup.ts';
import { CallCounters } from './calls/call-counters.ts';
import type { CgroupPath } from './cgroup/cgroup.ts';
import { loadSystemCalls, type SystemCalls } from './host/system-calls.ts';
import type { Counter } from '../contract/counter.ts';
import { findValgrind } from './instructions/find-valgrind.ts';
import { findIsolation, type Isolation, type IsolationChoice } from './launch/isolation.ts';
import { createHoldProcesses } from './launch/hold-processes.ts';
import { createMeasureStart } from './measure-start.ts';
import type { CallCounter, Tier } from './means.ts';
import { createHoldGroups } from './portable/process-group.ts';
import { chooseTier } from './portable/choose-tier.ts';
import { findRetiredCounter } from './portable/retired-instructions.ts';
import { loadWaitForUsage } from './portable/wait-for-usage.ts';
import { findStrace } from './observe/follow-trace.ts';
import { findPerf, type Perf } from './sampling/perf.ts';
import { runExecution } from './run-execution.ts';

export interface Profiling {
  execute: Execute;
  measureStart: MeasureStart;
  /** Keeps what setup and services start from outliving them. */
  hold: HoldProcesses;
  /** 0: what /proc shows of the process tree; 1: a cgroup of its own for each execution. */
  tier: Tier;
  /** Hides folders from the tests; absent where nothing does. */
  isolation?: Isolation;
  /** Absent where nothing counts instructions. */
  counter?: Counter;
  /**
   * From now on, if the kernel lets this user count no calls.
   * @param command starts `calls/count-as-root.ts` as root
   */
  countCallsWith(command: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * @param atMost uses no more than this tier, for a comparison of tiers
 * @throws UserError where tests are to be isolated and this host does not allow it
 */
export async function createExecute(
  atMost: Tier = chooseTier(process),
  choice: IsolationChoice = 'auto',
): Promise<Profiling> {
  if (atMost === 'portable') return createPortable(choice);
  const isolation = findIsolation(choice);
  const calls = await loadSystemCalls();
  const runCgroup = atMost === 0 ? undefined : createRunCgroup();
  const isSubreaper = calls?.setSubreaper(true) ?? false;
  const valgrind = findValgrind();
  let perf: { found: Perf | undefined } | undefined;
  let asRoot: CallCounter | undefined;
  let callCounter: { found: CallCounter | undefined } | undefined;
  const means = {
    tier: runCgroup === undefined ? (0 as const) : (1 as const),
    ...{ calls, runCgroup, isolation, valgrind },
    perf: () => (perf ??= { found: findPerf() }).found,
    callCounter: () =>
      (callCounter ??= {
        found: countsCalls(calls, runCgroup) ? { kind: 'kernel' } : (asRoot ?? findTracer()),
      }).found,
  };
  const execute: Execute = (request) => runExecution(means, request);
  return {
    execute,
    measureStart: createMeasureStart(execute),
    hold: createHoldProcesses({ calls: isSubreaper ? calls : undefined, runCgroup }),
    tier: means.tier,
    isolation,
    counter: valgrind,
    countCallsWith(command) {
      asRoot = { kind: 'root', command };
      callCounter = undefined;
    },
    close() {
      if (isSubreaper) calls?.setSubreaper(false);
      if (runCgroup !== undefined) removeRunCgroup(runCgroup);
      return Promise.resolve();
    },
  };
}

function countsCalls(...means: [SystemCalls | undefined, CgroupPath | undefined]): boolean {
  const counters = CallCounters.attach(...means, process.pid);
  if ('refusal' in counters) return false;
  counters.close();
  return true;
}

function findTracer(): CallCounter | undefined {
  const path = findStrace();
  return path === undefined ? undefined : { kind: 'strace', path };
}

/** For systems without /proc and cgroups. */
async function createPortable(choice: IsolationChoice): Promise<Profiling> {
  // Folders are hidden by what only Linux has.
  findIsolation(choice, () => false);
  const waitForUsage = await loadWaitForUsage();
  const retired = await findRetiredCounter();
  const none = { calls: undefined, runCgroup: undefined } as const;
  const means = { tier: 'portable', ...none, waitForUsage, retired } as const;
  const execute: Execute = (request) => runExecution(means, request);
  return {
    execute,
    measureStart: createMeasureStart(execute),
    hold: createHoldGroups(),
    tier: means.tier,
    counter: retired,
    countCallsWith() {},
    close: () => Promise.resolve(),
  };
}
