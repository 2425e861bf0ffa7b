import { busyShare } from '../../contract/busy-machine.ts';
import type { Problem, Profile, SpanProfile } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import type { SuiteTest } from '../../contract/suite.ts';
import { formatQuantity } from '../../contract/units.ts';
import { median } from '../../stats/median.ts';
import type { Bench } from '../bench.ts';
import { executeTest } from '../execute-test.ts';
import { formatFailedOutcome } from '../quote-output.ts';

/** How many times slower a program of some language runs; docs/instructions.md has the figures. */
const slowdowns = { valgrind: { counting: 50, waiting: 10 }, native: { counting: 1, waiting: 1 } };
/** Below it other things than instructions decide how long a test takes. */
const leastCpuShare = 0.3;
const leastCpuNs = 50e6;

/** Of a begin or end of a span under valgrind: 110 spans of Python took 50 s longer than 10, in two runs at once. */
const boundNs = 250e6;

/** What is counted, and why all of it cannot be. */
export interface Way {
  way: 'whole' | 'spans';
  whyNotWhole?: string | undefined;
}

/** Chooses how to count a test as it runs when it is measured, or says why it would take too long. */
export async function chooseWay(
  bench: Bench,
  test: SuiteTest,
  fixed: SuiteTest,
): Promise<Way | { why: string }> {
  // What a first execution with these settings leaves behind, such as compiled modules, would be missing in the next.
  const warmedUp = [];
  for (const side of bench.sides)
    warmedUp.push(await executeTest(bench, fixed, { side, build: 0 }, 'warm-up'));
  const measured = test.results === undefined ? (bench.measured.get(test.name) ?? []) : [];
  const runs: readonly Pick<Profile, 'hostLoad' | 'outcome' | 'spans'>[] =
    measured.length > 0 ? measured : warmedUp;
  const passed = runs.filter(({ outcome }) => outcome.status === 'passed');
  const [first] = passed;
  if (first === undefined) return { why: explainFailure(warmedUp) };
  const readWhole = (metric: string): number =>
    median(passed.flatMap(({ spans }) => findWhole(spans)?.values[metric] ?? []));
  const latencyNs = readWhole('latency');
  // Not every tier knows its CPU time, which is at most that of a program with one thread.
  const cpuNs = readWhole('cpu.total') || latencyNs;
  const isBusy = (first.hostLoad?.cpuPressureShare ?? 0) > busyShare;
  if (cpuNs < leastCpuShare * latencyNs && cpuNs > leastCpuNs && !isBusy) {
    const share = Math.round((100 * cpuNs) / latencyNs);
    const why = `it uses a CPU ${share}% of its time: instructions do not tell how long it waits`;
    bench.record.problems.push(warn(why, test.name));
  }
  const marked = first.spans.filter(({ observedNs }) => observedNs !== undefined);
  const isNative = bench.ports.counter?.isNative === true;
  const slowdown = isNative ? slowdowns.native : slowdowns.valgrind;
  const way = marked.length > 0 && !isNative ? 'spans' : 'whole';
  const inSpansNs = marked
    .filter(({ parent }) => parent === undefined)
    .reduce((sum, { observedNs = 0, occurrences }) => sum + observedNs * occurrences, 0);
  const bounds = marked.reduce((sum, { occurrences }) => sum + 2 * occurrences, 0);
  const boundsNs = bounds * boundNs;
  const findObstacle = (countedNs: number): string | undefined => {
    const worksNs = slowdown.counting * countedNs + slowdown.waiting * (cpuNs - countedNs);
    const expectedNs = worksNs + (isNative ? 0 : boundsNs);
    const limitNs = test.timeoutMs * 1e6;
    if (expectedNs <= limitNs) return;
    return `that would take about ${formatQuantity(expectedNs, 'ns')}, and its timeout is ${formatQuantity(limitNs, 'ns')}: give it a smaller input, or a longer timeout`;
  };
  const whyNotWhole = findObstacle(cpuNs);
  const why = way === 'whole' ? whyNotWhole : findObstacle(Math.min(cpuNs, inSpansNs));
  return why === undefined ? { way, whyNotWhole } : { why };
}

/** @param warmedUp at least one did not pass, or the measured runs did not */
function explainFailure(
  warmedUp: readonly Pick<Awaited<ReturnType<typeof executeTest>>, 'outcome' | 'log'>[],
): string {
  const failed = warmedUp.find(({ outcome }) => outcome.status !== 'passed');
  if (failed === undefined) return 'it does not pass when it is measured';
  return `with the settings for counting it ${formatFailedOutcome(failed.outcome)} before it was counted; its output is in ${failed.log}`;
}

function findWhole(spans: readonly SpanProfile[]): SpanProfile | undefined {
  return spans.find(({ span }) => span === wholeTestSpan);
}

/** Counts are made, and say less than one might think. */
export function warn(message: string, test: string): Problem {
  return { code: 'counts-tell-little', message, test };
}
