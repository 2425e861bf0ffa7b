import { formatQuantity } from '../contract/units.ts';
import { proposeThresholds } from '../variability/propose-threshold.ts';

/** The assumed duration of all tests that are not known yet together; the time grows with it. */
const assumedMs = 5_000;
/** Blocking series of a small suite; ten times as many need a third more pairs. */
const assumedSeries = 10;
/** A time that people give a change. */
const patienceMs = 5 * 60_000;

/**
 * The thresholds that fit a machine and the cost of each, for a terminal.
 * @param variation of a fixed workload, as a share
 */
export function renderExpectations(variation: number): string[] {
  const noise = `runs of a fixed workload vary by ${percent(variation)} here`;
  const all = proposeThresholds(variation, assumedSeries, 2 * assumedMs);
  const fitting = all.find(({ timeMs }) => timeMs <= patienceMs) ?? all.at(-1);
  if (fitting === undefined) {
    return [`${noise}: too much for any threshold up to 20%; measure on a quieter machine`];
  }
  const time = (ms: number): string => formatQuantity(ms * 1e6, 'ns', 2);
  const rows = all.map(
    ({ pairs, seen, threshold, timeMs }) =>
      `threshold ${percent(threshold)}: changes of ${percent(seen)} show after ${pairs} pairs, ${time(timeMs)}`,
  );
  return [
    `${noise}; if your tests vary as much, and take ${time(assumedMs)} together:`,
    ...rows.map((row) => `  ${row}`),
    `on a machine like this perigee.yml may have thresholds: { defaults: { latency: { worse: ${percent(fitting.threshold)} } } }, time: ${Math.max(1, Math.ceil(fitting.timeMs / 60_000))}m; \`perigee variability\` measures your tests`,
  ];
}

/** The default time of `perigee patch`. */
const usualMs = 120_000;

/**
 * How long a run takes, from what one setup and one execution of each test took here.
 * @param builds of each side
 */
export function formatMeasuredDuration(
  { setupMs, testsMs }: { setupMs: number; testsMs: number },
  builds: number,
): string {
  const pairsMs = Math.max(usualMs, 10 * testsMs);
  // Warm-ups, and the executions that show what the tests read.
  const beforeMs = 2 * builds * (setupMs + testsMs) + 2 * testsMs;
  const time = (ms: number): string => formatQuantity(ms * 1e6, 'ns', 2);
  const least = time(beforeMs + 10 * testsMs);
  return `a run takes about ${time(beforeMs + pairsMs)} on this machine: ${time(beforeMs)} of setup and warm-up, ${time(pairsMs)} of pairs; with --time 1s ${least}, and what needs more pairs is measured on`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}
