import type { Problem, RunRecord, SeriesVerdict } from './documents.ts';
import { wholeTestSpan } from './execution.ts';
import { spanKey } from './series-key.ts';

/** The share of the time in which something waited for a CPU beyond which a machine is called busy. */
export const busyShare = 0.1;

/** The share of CPU time that a host may give to others before a report mentions it. */
export const stolenShare = 0.05;

/** The share of a test's time in which a CPU limit may hold it up before a report mentions it. */
export const throttledShare = 0.02;

export const machineBusy = 'machine-busy';

/** Whether a problem says that the machine, and not the change, disturbed what was measured. */
export function isMachineBusy({ code }: Pick<Problem, 'code'>): boolean {
  return code === machineBusy;
}

/** Between the sides, and within pairs of a test. */
export const machineChanged = 'machine-changed';
export const machineJumped = 'machine-jumped';

/** Whether a problem says that the machine changed while it was measured. */
export function isMachineUnsteady({ code }: Pick<Problem, 'code'>): boolean {
  return code === machineChanged || code === machineJumped;
}

/**
 * Whether the only thing that a verdict leaves open is time on a busy machine: every series that could block and
 * is undecided is a latency, both sides have it, and the CPU time of its span is cleared.
 */
export function isOnlyTimeOpen(
  series: readonly SeriesVerdict[],
  problems: readonly Problem[],
): boolean {
  if (!problems.some(isMachineBusy)) return false;
  const open = series.filter(({ state, threshold }) => {
    return state === 'undecided' && threshold.action === 'block';
  });
  const cleared = new Set(series.filter(isClearedCpu).map(spanKey));
  return (
    open.length > 0 && open.every((one) => isMeasuredLatency(one) && cleared.has(spanKey(one)))
  );
}

function isClearedCpu({ metric, state }: SeriesVerdict): boolean {
  return metric === 'cpu.total' && (state === 'not-regressed' || state === 'improved');
}

function isMeasuredLatency({ metric, before, after }: SeriesVerdict): boolean {
  return metric === 'latency' && before.location !== undefined && after.location !== undefined;
}

/** Waiting for a CPU, over all executions with both figures. */
interface Waiting {
  /** Share of the time in which something waited for a CPU. */
  waited: number;
  /** Share of the time of all CPUs that the tests themselves used. */
  used: number;
}

/** Long executions count for more; undefined where the host or the tests do not tell. */
export function measureWaiting({
  host,
  profiles,
}: Pick<RunRecord, 'host' | 'profiles'>): Waiting | undefined {
  let [durationNs, waitedNs, usedNs] = [0, 0, 0];
  for (const profile of profiles) {
    const share = profile.hostLoad?.cpuPressureShare;
    const own = profile.spans.find(({ span }) => span === wholeTestSpan)?.values['cpu.total'];
    if (share === undefined || own === undefined) continue;
    durationNs += profile.durationNs;
    waitedNs += Math.min(1, share) * profile.durationNs;
    usedNs += own / host.cpu.cores;
  }
  if (durationNs === 0) return undefined;
  return { waited: waitedNs / durationNs, used: usedNs / durationNs };
}
