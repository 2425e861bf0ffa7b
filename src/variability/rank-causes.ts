import type { HostLoad } from '../contract/documents.ts';
import { findRejectionLimit } from '../stats/control-discoveries.ts';
import { correlate, type Correlation } from '../stats/correlate.ts';
import type { SpanRun, SpanRuns } from './fold-rounds.ts';

/** A correlation with the latency of a span, from run to run. */
export interface Cause extends Correlation {
  test: string;
  span: string;
  annotations: SpanRuns['annotations'];
  /** The name of another metric of the span, or of what was seen of the host. */
  what: string;
  runs: number;
}

/** Below it a correlation by chance is larger than most real ones. */
export const fewestRuns = 20;

/** The share of the causes named that chance alone may have made. */
const falseShare = 0.05;
/** r² = 0.25: what explains less than a quarter of the variance would not be worth removing. */
const weakest = 0.5;

const seenOfHost = {
  'host.load_average': 'loadAverage1m',
  'host.cpu_pressure': 'cpuPressureShare',
  'host.disk_pressure': 'ioPressureShare',
  'host.memory_pressure': 'memoryPressureShare',
  'host.steal': 'stealShare',
} as const satisfies Record<string, keyof HostLoad>;

/** Before the name of another program of the machine: how much of a CPU it used meanwhile. */
export const programPrefix = 'program ';

/** Counted for each second of the run: a longer run has more of them by itself. */
export const preemptions = 'context_switches.involuntary';

/** How long the span ran without CPU time. */
export const waiting = 'waiting';
const leastWaiting = 0.25;

/** The order of the runs: latency that goes with it drifts. */
export const orderOfRuns = 'order of the runs';

/**
 * Every other metric and what was seen of the host, against the latency of each span. Benjamini and Hochberg's rule is
 * over all of them together. Spans come in the order of their strongest. Within a span, what lies outside the test
 * comes first: where others share a core, the CPU time of the test rises too, often more clearly, as an effect.
 */
export function rankCauses(spans: readonly SpanRuns[]): Cause[] {
  const bySpan = spans.map(correlateSpan);
  const limit = findRejectionLimit(
    bySpan.flat().map(({ p }) => p),
    falseShare,
  );
  return bySpan
    .map((own) =>
      own
        .filter(({ p, spearman }) => p <= limit && Math.abs(spearman) >= weakest)
        .filter(mayExplain)
        .sort((a, b) => strengthOf(b) - strengthOf(a)),
    )
    .sort(([a], [b]) => strengthOf(b) - strengthOf(a))
    .flatMap((own) => own.toSorted((a, b) => Number(isOutside(b)) - Number(isOutside(a))));
}

const strengthOf = (cause: Cause | undefined): number => Math.abs(cause?.spearman ?? 0);

/** None of them grows by itself with the duration of a run: they are shares, and rates. */
function isOutside({ what }: Cause): boolean {
  return what in seenOfHost || what.startsWith(programPrefix) || what === preemptions;
}

/** A rate falls by itself in a longer run: of what lies outside, only what rises may be a cause. */
function mayExplain(cause: Cause): boolean {
  return cause.spearman > 0 || !isOutside(cause);
}

/** Whatever was seen of each run, by name: metrics of the span, the host, other programs, and its place in the order. */
export function listReaders(
  runs: readonly SpanRun[],
): Map<string, (run: SpanRun) => number | undefined> {
  const readers = new Map<string, (run: SpanRun) => number | undefined>();
  for (const name of new Set(runs.flatMap(({ values }) => Object.keys(values)))) {
    readers.set(name, ({ values }) => values[name]);
  }
  if (readers.has(preemptions)) readers.set(preemptions, readPreemptions);
  // If several threads work at once all the time, CPU time tells nothing of waiting.
  const waits = runs.filter((run) => (readWaiting(run) ?? 0) > 0);
  if (waits.length > leastWaiting * runs.length) readers.set(waiting, readWaiting);
  for (const [name, key] of Object.entries(seenOfHost)) {
    readers.set(name, ({ hostLoad }) => hostLoad[key]);
  }
  // One that used no CPU time during a run is not named there.
  const neighbours = new Set(runs.flatMap((run) => [...(run.neighbours?.keys() ?? [])]));
  for (const name of neighbours) {
    readers.set(
      `${programPrefix}${name}`,
      (run) => run.neighbours && (run.neighbours.get(name) ?? 0),
    );
  }
  return readers.set(orderOfRuns, ({ place }) => place);
}

function readPreemptions({ values }: SpanRun): number | undefined {
  const { latency, [preemptions]: count } = values;
  return latency === undefined || count === undefined || latency === 0
    ? undefined
    : count / (latency / 1e9);
}

function readWaiting({ values }: SpanRun): number | undefined {
  const { latency, 'cpu.total': cpu } = values;
  return latency === undefined || cpu === undefined ? undefined : latency - cpu;
}

/** Pairs the runs that have both. */
export function pairUp(
  runs: readonly SpanRun[],
  [a, b]: readonly [(run: SpanRun) => number | undefined, (run: SpanRun) => number | undefined],
): [number[], number[]] {
  const pairs = runs.flatMap((run) => {
    const [one, other] = [a(run), b(run)];
    return one === undefined || other === undefined ? [] : [[one, other] as const];
  });
  return [pairs.map(([one]) => one), pairs.map(([, other]) => other)];
}

function correlateSpan({ runs, ...identity }: SpanRuns): Cause[] {
  const { test, span, annotations } = identity;
  const readers = listReaders(runs);
  const latency = readers.get('latency');
  readers.delete('latency');
  if (latency === undefined) return [];
  return [...readers].flatMap(([what, read]) => {
    const [latencies, others] = pairUp(runs, [latency, read]);
    if (latencies.length < fewestRuns) return [];
    const found = correlate(latencies, others);
    return found === undefined
      ? []
      : [{ test, span, annotations, what, runs: latencies.length, ...found }];
  });
}
