import type { Execute } from '../contract/execution.ts';
import { createRunCgroup, removeRunCgroup } from './cgroup/run-cgroup.ts';
import { loadSystemCalls } from './host/system-calls.ts';
import { runExecution } from './run-execution.ts';

export interface Profiling {
  execute: Execute;
  /** 0: what /proc shows of the process tree; 1: a cgroup of its own for each execution. */
  tier: 0 | 1;
  close(): Promise<void>;
}

/** @param atMost uses no more than this tier, for a comparison of tiers */
export async function createExecute(atMost: 0 | 1 = 1): Promise<Profiling> {
  const calls = await loadSystemCalls();
  const runCgroup = atMost === 0 ? undefined : createRunCgroup();
  const isSubreaper = calls?.setSubreaper(true) ?? false;
  return {
    execute: (request) => runExecution({ calls, runCgroup }, request),
    tier: runCgroup === undefined ? 0 : 1,
    close() {
      if (isSubreaper) calls?.setSubreaper(false);
      if (runCgroup !== undefined) removeRunCgroup(runCgroup);
      return Promise.resolve();
    },
  };
}
