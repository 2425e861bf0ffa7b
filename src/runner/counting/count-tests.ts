import { busyShare } from '../../contract/busy-machine.ts';
import type { Counting, Problem, Profile, Side, SpanProfile } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { isMeasured, type SuiteTest } from '../../contract/suite.ts';
import { formatQuantity } from '../../contract/units.ts';
import { median } from '../../stats/median.ts';
import type { Bench } from '../bench.ts';
import { executeApart } from '../execute-apart.ts';
import { executeTest } from '../execute-test.ts';
import { listAffected } from '../inputs/find-unaffected.ts';
import { findBlocks } from '../explaining/count-blocks.ts';
import { nameLog } from '../journal/log-path.ts';
import { formatFailedOutcome } from '../quote-output.ts';
import type { Repository } from '../revisions/repository.ts';
import { compareFunctions, type FunctionCounts } from './compare-functions.ts';
import { fixIterations } from './fix-iterations.ts';

/** Runs of each side, and as many again where the first ones differ by more than that share. */
const runsAtFirst = 2;
const steadyShare = 1e-4;
/** A smaller growth is never red, and needs no explanation. */
const leastGrowth = 0.005;
/** For a span with fewer. */
const smallCount = 1_000_000;
/** How many times slower a program of some language runs; docs/instructions.md has the figures. */
const slowdowns = { valgrind: { counting: 50, waiting: 10 }, native: { counting: 1, waiting: 1 } };
/** Below it other things than instructions decide how long a test takes. */
const leastCpuShare = 0.3;
const leastCpuNs = 50e6;

interface Run {
  profile: Profile;
  counted: FunctionCounts;
}

const nothingCounts =
  'nothing here counts them: install valgrind on Linux, e.g. apt-get install valgrind, and koffi on macOS (perigee doctor says which)';
const hadChildren =
  'it starts other processes, or this machine counts none; macOS says what a process executed without its children';

/** Counts the instructions of the tests that ask for it, both sides at the same time: no clock is involved. */
export async function countTests(bench: Bench, repository: Repository): Promise<void> {
  const tests = listAffected(bench).filter((test) => isMeasured(test, 'instructions'));
  if (tests.length === 0) return;
  const { counter, onProgress, signal } = bench.ports;
  const { problems } = bench.record;
  if (counter === undefined) {
    problems.push(refuse(nothingCounts));
    return;
  }
  const { tool, settings } = counter;
  const counting: Counting = { tool, settings: [...settings], profiles: [], functions: [] };
  bench.record.counting = counting;
  for (const [done, test] of tests.entries()) {
    if (signal.aborted) return;
    onProgress?.({ kind: 'count', test: test.name, done, total: tests.length });
    const fixed = fixIterations(test);
    if ('why' in fixed) {
      problems.push(refuse(fixed.why, test.name));
      continue;
    }
    const way = await chooseWay(bench, test, fixed);
    if ('why' in way) problems.push(refuse(way.why, test.name));
    else await countTest(bench, { test: fixed, ...way }, { counting, repository });
  }
}

function refuse(why: string, test?: string): Problem {
  const message = `its instructions were not counted: ${why}`.slice(0, 2000);
  if (test === undefined) return { code: 'not-counted', message: message.replace(/^its i/, 'I') };
  return { code: 'not-counted', message, test };
}

/** Chooses how to count a test as it runs when it is measured, or says why it would take too long. */
async function chooseWay(
  bench: Bench,
  test: SuiteTest,
  fixed: SuiteTest,
): Promise<Pick<Counted, 'way' | 'whyNotWhole'> | { why: string }> {
  let runs: readonly Pick<Profile, 'hostLoad' | 'outcome' | 'spans'>[] =
    test.results === undefined ? (bench.measured.get(test.name) ?? []) : [];
  if (runs.length === 0) {
    // A first execution leaves files behind, such as compiled modules, which would be missing in the counts of the
    // next.
    const warmUp = (side: Side) => executeTest(bench, fixed, { side, build: 0 }, 'warm-up');
    const all = [];
    for (const side of bench.sides) all.push(await warmUp(side));
    runs = all;
  }
  const passed = runs.filter(({ outcome }) => outcome.status === 'passed');
  const [first] = passed;
  if (first === undefined) return { why: 'it does not pass without being counted either' };
  const readWhole = (metric: string): number =>
    median(passed.flatMap(({ spans }) => findWhole(spans)?.values[metric] ?? []));
  const latencyNs = readWhole('latency');
  // Not every tier knows its CPU time, which is at most that of a program with one thread.
  const cpuNs = readWhole('cpu.total') || latencyNs;
  const isBusy = (first.hostLoad?.cpuPressureShare ?? 0) > busyShare;
  if (cpuNs < leastCpuShare * latencyNs && cpuNs > leastCpuNs && !isBusy) {
    const share = Math.round((100 * cpuNs) / latencyNs);
    const message = `it uses a CPU ${share}% of its time: instructions do not tell how long it waits`;
    bench.record.problems.push({ code: 'counts-tell-little', message, test: test.name });
  }
  const marked = first.spans.filter(({ observedNs }) => observedNs !== undefined);
  const isNative = bench.ports.counter?.isNative === true;
  const slowdown = isNative ? slowdowns.native : slowdowns.valgrind;
  const way = marked.length > 0 && !isNative ? 'spans' : 'whole';
  const inSpansNs = marked
    .filter(({ parent }) => parent === undefined)
    .reduce((sum, { observedNs = 0, occurrences }) => sum + observedNs * occurrences, 0);
  const findObstacle = (countedNs: number): string | undefined => {
    const expectedNs = slowdown.counting * countedNs + slowdown.waiting * (cpuNs - countedNs);
    const limitNs = test.timeoutMs * 1e6;
    if (expectedNs <= limitNs) return;
    return `that would take about ${formatQuantity(expectedNs, 'ns')}, and its timeout is ${formatQuantity(limitNs, 'ns')}: give it a smaller input, or a longer timeout`;
  };
  const whyNotWhole = findObstacle(cpuNs);
  const why = way === 'whole' ? whyNotWhole : findObstacle(Math.min(cpuNs, inSpansNs));
  return why === undefined ? { way, whyNotWhole } : { why };
}

function findWhole(spans: readonly SpanProfile[]): SpanProfile | undefined {
  return spans.find(({ span }) => span === wholeTestSpan);
}

/** A test as it is counted. */
interface Counted {
  test: SuiteTest;
  way: 'whole' | 'spans';
  whyNotWhole?: string | undefined;
}

async function countTest(
  bench: Bench,
  { test, way, whyNotWhole }: Counted,
  kept: { counting: Counting; repository: Repository },
): Promise<void> {
  const runs = await countRuns(bench, { test, way }, 0);
  if (runs === undefined) return;
  // Spans that start processes have no counts of their own.
  if (way === 'spans' && runs.some(({ profile }) => profile.spans.length === 0)) {
    if (whyNotWhole === undefined) return countTest(bench, { test, way: 'whole' }, kept);
    return void bench.record.problems.push(refuse(whyNotWhole, test.name));
  }
  if (bench.sides.some((side) => spreadOf(runs, side) > steadyShare)) {
    runs.push(...((await countRuns(bench, { test, way }, runsAtFirst)) ?? []));
  }
  if (bench.ports.counter?.isNative === true && runs.some((run) => totalOf(run) === 0)) {
    return void bench.record.problems.push(refuse(hadChildren, test.name));
  }
  kept.counting.profiles.push(...runs.map(({ profile }) => profile));
  const [from, to] = choosePair(runs, bench.sides);
  if (from === undefined || to === undefined) return;
  const between = from.profile.side === to.profile.side ? 'runs' : 'sides';
  const isMore = between === 'sides' && totalOf(to) > totalOf(from) * (1 + leastGrowth);
  const blocks = isMore ? await findBlocks(bench, test, kept.repository) : [];
  (kept.counting.functions ??= []).push({
    ...{ test: test.name, between, functions: compareFunctions(from.counted, to.counted) },
    ...(blocks.length === 0 ? {} : { blocks }),
  });
}

/** Two runs of a side that differ, where they do by much; else one of each side. */
function choosePair(runs: readonly Run[], sides: readonly Side[]): (Run | undefined)[] {
  const unsteady = sides.find((side) => spreadOf(runs, side) > 10 * steadyShare);
  const own = (side: Side): Run[] =>
    runs.filter(({ profile }) => profile.side === side).sort((a, b) => totalOf(a) - totalOf(b));
  if (unsteady !== undefined) return [own(unsteady)[0], own(unsteady).at(-1)];
  return sides.length < 2 ? [] : [own('before')[0], own('after')[0]];
}

/** @returns undefined where one did not pass, or the run was interrupted */
async function countRuns(
  bench: Bench,
  counted: Counted,
  first: number,
): Promise<Run[] | undefined> {
  const countSide = async (side: Side): Promise<Run[]> => {
    const runs: Run[] = [];
    for (let repeat = first; repeat < first + runsAtFirst; repeat += 1) {
      runs.push(await countOnce(bench, counted, side, repeat));
      if (!hasPassed(runs.at(-1))) break;
    }
    return runs;
  };
  // Services of both sides would want the same ports.
  const sides = bench.services.areStarted ? [] : await Promise.all(bench.sides.map(countSide));
  const runs: Run[] = [];
  for (const [index, side] of bench.sides.entries()) {
    const own = sides[index];
    // A test that failed beside the other side may pass by itself.
    const sure = own?.every(hasPassed) === true ? own : await countSide(side);
    const failed = sure.find((run) => !hasPassed(run));
    if (bench.ports.signal.aborted) return undefined;
    if (failed !== undefined) {
      const { log = '', outcome } = failed.profile;
      const how = bench.ports.counter?.isNative === true ? 'counted' : 'under valgrind';
      const why = `${how} it ${formatFailedOutcome(outcome)} on the ${side} side; its output is in ${log}`;
      bench.record.problems.push(refuse(why, counted.test.name));
      return undefined;
    }
    runs.push(...sure);
  }
  return runs;
}

function hasPassed(run: Run | undefined): boolean {
  return run?.profile.outcome.status === 'passed';
}

async function countOnce(
  bench: Bench,
  { test, way }: Counted,
  side: Side,
  repeat: number,
): Promise<Run> {
  const index = bench.tests.findIndex(({ name }) => name === test.name);
  const log = nameLog(test.name, index, side, `counted-${repeat}`);
  const ended = await executeApart(bench, test, side, log, { counts: way });
  const { counted = new Map(), ...execution } = ended;
  const identity = { test: test.name, side, repeat, order: side === 'before' ? 0 : 1 } as const;
  const profile = {
    schema: 'perigee/profile',
    version: 1,
    ...identity,
    ...execution,
    log,
  } as const;
  return { profile, counted };
}

function totalOf({ profile: { spans } }: Run): number {
  return spans.reduce((sum, { values }) => sum + (values[countedMetric] ?? 0), 0);
}

/** How far the runs of a side lie apart in one of their spans, as a share. Of a small span a few instructions are none. */
function spreadOf(runs: readonly Run[], side: Side): number {
  const bySpan = Map.groupBy(
    runs.filter(({ profile }) => profile.side === side).flatMap(({ profile }) => profile.spans),
    ({ span, annotations }) => JSON.stringify([span, annotations]),
  );
  return Math.max(0, ...[...bySpan.values()].map((spans) => spreadOfCounts(spans)));
}

function spreadOfCounts(spans: readonly SpanProfile[]): number {
  const counts = spans.flatMap(({ values }) => values[countedMetric] ?? []);
  const least = Math.min(...counts);
  return (Math.max(...counts) - least) / Math.max(least, smallCount);
}
