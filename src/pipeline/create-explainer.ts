import type { Metric, RunRecord, SeriesVerdict, Verdict } from '../contract/documents.ts';
import { wholeTestSpan } from '../contract/execution.ts';
import type { Explainer, Question } from '../contract/explainer.ts';
import { countedMetric } from '../contract/metrics.ts';
import { seriesKey } from '../contract/series-key.ts';
import { parseDiff } from '../evidence/changed-lines.ts';
import { compareBlocks } from '../evidence/compare-blocks.ts';
import { describeFewRuns } from '../evidence/explain-notes.ts';
import { findTurn, keepIterations } from '../evidence/keep-iterations.ts';
import {
  areCompared,
  explainCalls,
  type KnownMoves,
  mayOneMove,
} from '../evidence/explain-calls.ts';
import { explainStall, listStalled } from '../evidence/explain-stall.ts';
import { explainTest, isOpen } from '../evidence/explain-test.ts';
import { median } from '../stats/median.ts';
import { type Growth, measureGrowth } from '../evidence/test-functions.ts';

const mostCalls = 10;
const countedByStrace =
  'strace counted the calls: it sees no packets, and of connections only calls of `connect`';

/** A shorter test is mostly its start, and would have to run often: its functions are looked for on request. */
const leastUnaskedNs = 0.2e9;

/** A test whose CPU time grew by less takes longer because it waits. */
const waitsBelow = 1.1;

/** A test that became slower or larger, and the series that says by how much. */
interface Subject {
  test: string;
  of: Question['of'];
  series?: SeriesVerdict;
}

export interface ExplainRequest {
  limitMs: number;
  folder?: string;
  prepare?: Explainer['prepare'];
  /** Over what was measured. */
  judge(this: void, record: RunRecord): Verdict;
  /** The record, if the run itself measures nothing. */
  measured?: RunRecord;
  /** Tests to look into, also where they did not regress. */
  tests?: readonly string[];
}

/** Looks into tests that regressed by a clock or in memory, the worst first. */
export function createExplainer(request: ExplainRequest): Explainer {
  const { folder, judge, limitMs, measured, prepare, tests } = request;
  const growths = new Map<string, Growth>();
  let verdict: Verdict | undefined;
  return {
    limitMs,
    ...(folder === undefined ? {} : { folder }),
    ...(prepare === undefined ? {} : { prepare }),
    ask(own) {
      const record = measured ?? own;
      const judged = (verdict = judge(record));
      const regressed = listSubjects(judged);
      const stalled = new Map(listStalled(record).map((one) => [one.test, one]));
      const worst = [...stalled.keys()].map((test): Subject => ({ test, of: 'time' }));
      const isWhole = tests === undefined && record.shard.total === 1;
      const known = isWhole ? { headline: judged.headline } : {};
      const wanted =
        tests?.map(
          (test): Subject => regressed.find((one) => one.test === test) ?? { test, of: 'time' },
        ) ?? [...worst, ...regressed].slice(0, 1);
      return wanted.flatMap(({ of, series, test }): Question[] => {
        const stall = stalled.get(test);
        const index = record.tests.findIndex(({ name }) => name === test);
        if (stall !== undefined) return [{ ...stall, ...known, index, of: 'time' }];
        const cpu = measureGrowth(record.profiles.filter((one) => one.test === test));
        if (cpu === undefined) return [];
        const ofTool = growthOf(series, judged, cpu);
        growths.set(test, ofTool ?? cpu);
        const isIdle = tests === undefined && of === 'time' && cpu.after < leastUnaskedNs;
        // A tool that repeats for a fixed time uses as much CPU time as before, and does not wait.
        const isEqual = ofTool === undefined && cpu.after < waitsBelow * cpu.before;
        const waits = of === 'time' && isEqual;
        const question = { test, ...known, index, of, cpuNs: Math.min(cpu.before, cpu.after) };
        const isRepeated = of === 'time' && ofTool?.ofIteration !== undefined;
        const { annotations = {}, span = '' } = series ?? {};
        const only = isOnly(ofTool) && ({ isOnly: true } as const);
        const turn = series && findTurn(record.profiles, series);
        const benchmark = { span, annotations, ...only, ...(turn && { turn }) };
        const more = { ...(isIdle && { isIdle }), ...(waits && { waits }) };
        return [{ ...question, ...more, ...(isRepeated && { benchmark }) }];
      });
    },
    explain({ cpuNs, of, test }, pairs, diff, alone) {
      const found = growths.get(test);
      if (found === undefined) throw new Error(`"${test}" was not asked about`);
      const { frames, turn } = alone ?? {};
      const kept = frames && keepIterations(pairs, frames, turn);
      // Where iterations cannot be told from the rest, the only benchmark of a test is one as any, and so are several.
      const isRest = kept === undefined && (isOnly(found) || turn !== undefined);
      const isAsEver = alone === undefined || isRest;
      const growth = isAsEver ? found : growthOfOne(found, frames && kept !== undefined);
      const change = parseDiff(diff);
      // The CPU time of a run without a profiler is that of all benchmarks, or of fewer rounds.
      const known = alone === undefined ? { cpuNs } : {};
      const explanation = explainTest({ test, of, growth, pairs: kept ?? pairs, ...known, change });
      return { explanation, isOpen: isOpen(explanation) };
    },
    explainStall({ cpuNs, endsAfterNs = 0, test }, pair, diff) {
      return explainStall({ test, endsAfterNs, cpuNs }, pair, parseDiff(diff));
    },
    compareBlocks: (counted, diff) => compareBlocks(counted, parseDiff(diff)),
    mayCallsMove: ({ after, before }) => mayOneMove(before, after),
    explainCalls({ test }, counted) {
      const moves = verdict === undefined ? {} : readMoves(verdict, test);
      const { meanings, moved } = explainCalls({ ...counted, moves });
      const notes = [
        ...(counted.by === undefined ? [] : [countedByStrace]),
        ...(areCompared(counted.before, counted.after) ? [] : [describeFewRuns(counted)]),
      ];
      return {
        calls: moved.slice(0, mostCalls).map(({ name, text }) => ({ name, text })),
        meanings: meanings.map(({ text }) => text),
        ...(notes.length === 0 ? {} : { notes }),
      };
    },
  };
}

const isOnly = (of?: Growth): boolean => of?.ofIteration?.benchmarks === 1;

/** Of a run in which the benchmark ran alone. */
function growthOfOne({ ofIteration, ...iteration }: Growth, isAll: boolean | undefined): Growth {
  if (ofIteration === undefined) return iteration;
  return { ...iteration, ofIteration: { ...ofIteration, benchmarks: 1, gain: 0, isAll } };
}

/** A smaller move explains nothing. Thresholds do not say it: those of a whole test may be wide. */
const equalWithin = 0.15;
const instructionsWithin = 0.01;
/** Beside megabytes to the network, it does not matter how the kilobytes to the disk vary. */
const leastOfLargest = 0.1;

/** How the series of a whole test moved, where these runs show it. */
function readMoves({ series }: Verdict, test: string): KnownMoves {
  const whole = series.filter((one) => one.test === test && one.span === wholeTestSpan);
  const longer = whole.find(({ metric }) => metric === 'latency')?.evidence.change ?? Infinity;
  const moveOf = (within: number, ...metrics: string[]): KnownMoves['cpu'] => {
    const own = whole.filter(({ metric }) => metrics.includes(metric));
    const largest = Math.max(...own.map(sizeOf));
    const moves = own
      .filter((one) => sizeOf(one) >= leastOfLargest * largest)
      .map((one) => readMove(one, within));
    if (moves.includes('up') || moves.includes('down')) return moves.includes('up') ? 'up' : 'down';
    return moves.length > 0 && moves.every((move) => move === 'equal') ? 'equal' : undefined;
  };
  return {
    latency: moveOf(equalWithin, 'latency'),
    // Less than half of what it takes longer.
    cpu: moveOf(Math.min(equalWithin, Math.abs(longer) / 2), 'cpu.total'),
    memory: moveOf(equalWithin, 'memory.peak'),
    instructions: moveOf(instructionsWithin, countedMetric),
    bytes: moveOf(
      equalWithin,
      ...['disk.read_bytes', 'disk.write_bytes'],
      ...['network.sent_bytes', 'network.received_bytes'],
    ),
  };
}

function sizeOf({ after, before }: SeriesVerdict): number {
  const sizes = [before, after].map(({ values }) => values.filter((value) => value !== null));
  return Math.max(...sizes.map((values) => (values.length === 0 ? 0 : median(values))));
}

/** By the whole interval of its change. */
function readMove({ evidence, state }: SeriesVerdict, within: number): KnownMoves['cpu'] {
  if (state === 'regressed') return 'up';
  if (state === 'improved') return 'down';
  const { change = evidence.changeAbsolute === 0 ? 0 : Number.NaN, interval, method } = evidence;
  const exact = method === 'exact' ? change : undefined;
  const { lower = exact ?? -Infinity, upper = exact ?? Infinity } = interval ?? {};
  if (lower > within) return 'up';
  if (upper < -within) return 'down';
  return lower >= -within && upper <= within ? 'equal' : undefined;
}

/** The regressions that a profiler can look into: blocking before warning ones, the worst first. */
export function listSubjects({ metrics, series }: Verdict): Subject[] {
  const found = new Map<string, Subject>();
  const clocks = new Set(metrics.filter(isOfTime).map(({ name }) => name));
  const regressed = series.filter(({ state }) => state === 'regressed');
  for (const one of [...regressed.filter(({ blocking }) => blocking), ...regressed]) {
    const { blocking, metric, test } = one;
    // Of a test that takes longer and more memory, functions say more than what allocates.
    const isClockToo = found.get(test)?.of === 'memory' && blocking && clocks.has(metric);
    if (found.has(test) && !isClockToo) continue;
    if (clocks.has(metric)) found.set(test, { test, of: 'time', series: ofMean(one, regressed) });
    else if (metric === 'memory.peak') found.set(test, { test, of: 'memory' });
    else if (/^(disk|network)\./.test(metric)) found.set(test, { test, of: 'time' });
  }
  return [...found.values()];
}

/** Functions take a share of the mean time, and not of a percentile beside it, such as `time.p99`. */
function ofMean(one: SeriesVerdict, regressed: readonly SeriesVerdict[]): SeriesVerdict {
  const key = seriesKey({ ...one, metric: one.metric.replace(/\.p\d+$/, '') });
  return regressed.find((other) => seriesKey(other) === key) ?? one;
}

/** A clock, a time that a tool gives, or a rate such as operations in a second. */
function isOfTime({ direction, unit }: Metric): boolean {
  return unit === 'ns' || direction === 'higher';
}

const ofWholeRun = /^(latency|cpu\.)/;

/** A tool that repeats a benchmark for a time uses as much CPU as before: then its own number says how much slower that is. */
function growthOf(
  series: SeriesVerdict | undefined,
  { series: all }: Verdict,
  run: Growth,
): Growth | undefined {
  const scaled = series?.evidence.scaled;
  if (series === undefined || scaled === undefined || ofWholeRun.test(series.metric))
    return undefined;
  const { effect, standardError } = scaled;
  // Of a fixed number of rounds the run takes more, too.
  if (Math.log(run.after / run.before) > Math.abs(effect) / 2) return undefined;
  const before = median(series.before.values.filter((value) => value !== null));
  // A rate falls.
  const after = before * Math.exp(Math.abs(effect));
  const { metric, platform, span, test } = series;
  const benchmarks = all.filter(
    (one) => one.test === test && one.metric === metric && one.platform === platform,
  );
  // What became slower moved the other way.
  const gains = benchmarks.map(({ evidence }) => {
    const still = { effect: 0, standardError: 0 };
    const { effect: own, standardError: error } = evidence.scaled ?? still;
    const gain = -own * Math.sign(effect);
    return gain > 2 * error ? gain : 0;
  });
  const ofIteration = { run, span, benchmarks: benchmarks.length, gain: Math.max(0, ...gains) };
  return { before, after, error: standardError, ofIteration };
}
