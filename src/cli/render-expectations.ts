import { type Suite, usualTimeNs } from '../contract/suite.ts';
import { formatQuantity } from '../contract/units.ts';
import { timesAtMost } from '../runner/schedule/plan-round.ts';
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
  const noise = formatNoise(variation);
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

function formatNoise(variation: number): string {
  return `runs of a fixed workload vary by ${percent(variation)} here`;
}

/** A quiet machine varies by less. */
const quietVariation = 0.02;

/** How much this machine varies, in one line of what `init` prints. */
export function describeNoise(variation: number, program: string): string {
  const much =
    variation > quietVariation ? ', which is much: small changes take longer to show' : '';
  return `${formatNoise(variation)}${much}; \`${program} doctor\` says which changes show, and what would help`;
}

/** What of a suite says how long it takes. */
type Planned = Pick<Suite, 'builds' | 'timeNs'>;

interface Took {
  setupMs: number;
  testsMs: number;
}

/** A test in which something points to a regression gets ten pairs, however long they take. */
const mostPairs = 10;

/**
 * How long `perigee patch` takes, from what one setup and one execution of each test took here.
 */
export function formatMeasuredDuration(took: Took, { builds, timeNs }: Planned): string {
  const { beforeMs, usual, most } = estimate(took, builds, timeNs ?? usualTimeNs.command);
  return `\`perigee patch\` takes about ${usual} here, of which ${format(beforeMs)} are setup and warm-up, and at most about ${most} where something may be slower and is not decided by then; \`--test NAME\` measures one test and is quicker`;
}

/** @param job the suite as a CI measures it, where one does */
export function describeTimes(took: Took, suite: Planned, job: Planned | undefined): string[] {
  const here = formatMeasuredDuration(took, suite);
  return job === undefined ? [here] : [here, formatJobDuration(took, job)];
}

/** How long a job of a CI takes that measures all of it, and what makes it shorter. */
export function formatJobDuration(
  took: Took,
  { builds, timeNs = usualTimeNs.job }: Planned,
): string {
  const { usual, most, isCut } = estimate(took, builds, timeNs);
  const time = timeNs > usualTimeNs.command ? '`time: 2m`' : 'a shorter `time`';
  const key = isCut ? time : '`shards: { total: 2 }`';
  return `a job that measures takes about ${usual} on a machine like this, and at most about ${most}; ${key} in perigee.yml makes it shorter`;
}

/** The same of a suite that was there already, of which nothing was tried. */
export function describeTimeOfJob({ timeNs }: Pick<Suite, 'timeNs'>): string[] {
  if (timeNs === undefined) return [];
  const time = format(timeNs / 1e6);
  return [
    `a job that measures takes its setup and ${time}, at most twice that time where something may be slower and is not decided by then; \`time\` and \`shards\` in perigee.yml make it shorter`,
  ];
}

function estimate({ setupMs, testsMs }: Took, builds: number, timeNs: number) {
  // Warm-ups, and the executions that show what the tests read.
  const beforeMs = 2 * builds * (setupMs + testsMs) + 2 * testsMs;
  const pairsMs = mostPairs * 2 * testsMs;
  const timeMs = timeNs / 1e6;
  const usual = format(beforeMs + Math.max(timeMs, pairsMs));
  const most = format(beforeMs + Math.max(timesAtMost * timeMs, pairsMs));
  return { beforeMs, usual, most, isCut: pairsMs < timesAtMost * timeMs };
}

/** Rounded: it is an estimate. */
function format(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds <= 90 ? `${seconds} s` : `${Math.round(seconds / 30) / 2} min`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}
