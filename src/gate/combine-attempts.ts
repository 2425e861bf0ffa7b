import type { SeriesVerdict, TestOutcome, Verdict } from '../contract/documents.ts';
import { placeOfTest } from '../contract/platforms.ts';
import { seriesKey } from '../contract/series-key.ts';
import { type History, collectSeries, collectTests } from './collect-words.ts';
import { composeVerdict } from './compose-verdict.ts';
import type { JudgedSeries, SeriesFate } from './gate-facts.ts';
import type { HeldAccept } from './hold-accepts.ts';
import { type Together, joinAll } from './join-attempts.ts';
import { judgeSeries, weighWords } from './judge-series.ts';
import type { MeasuredAttempt } from './run-history.ts';

export interface CombineOptions {
  /** How many attempts have to call something regressed before it blocks. */
  needed: 1 | 2;
  /** Label of a test → index of its shard. */
  shardOf: ReadonlyMap<string, number>;
  /** By series key, the newest first. */
  accepts: ReadonlyMap<string, readonly HeldAccept[]>;
}

export interface Combined {
  verdict: Verdict;
  /** Worst first. */
  series: readonly CombinedSeries[];
  tests: readonly JudgedTest[];
}

export interface CombinedSeries extends JudgedSeries {
  /** Label of the test whose job can measure it again. */
  test: string;
}

const rankOf: Readonly<Record<SeriesFate, number>> = {
  blocks: 0,
  'awaits-confirmation': 1,
  accepted: 2,
  warns: 3,
  cleared: 4,
};

/**
 * The joint result of all attempts of a run. docs/gate.md says who says what.
 * @param attempts oldest first, at least one
 */
export function combineAttempts(
  attempts: readonly [MeasuredAttempt, ...MeasuredAttempt[]],
  { needed, shardOf, accepts }: CombineOptions,
): Combined {
  const newest = (attempts.at(-1) ?? attempts[0]).verdict;
  const higherIsBetter = new Set(
    newest.metrics.filter(({ direction }) => direction === 'higher').map(({ name }) => name),
  );
  const standing: SeriesVerdict[] = [];
  const judged = new Map<string, CombinedSeries>();
  const histories = collectSeries(attempts, shardOf);
  const directionOf = ({ metric }: SeriesVerdict) =>
    higherIsBetter.has(metric) ? ('higher' as const) : ('lower' as const);
  const joined =
    needed === 1 ? new Map<string, Together>() : joinAll(histories, directionOf, newest);
  for (const [key, history] of histories) {
    const votes = { needed, direction: directionOf(history.newest), joint: joined.get(key) };
    const ending = judgeSeries(key, history, accepts.get(key) ?? [], votes);
    standing.push(ending.standing);
    if (ending.judged !== undefined) {
      judged.set(key, { ...ending.judged, test: placeOfTest(shardOf, history.newest) });
    }
  }
  const tests = judgeBrokenTests(collectTests(attempts, shardOf), needed);
  const outcomes = new Map(tests.map(({ name, standing }) => [name, standing]));
  const verdict = composeVerdict(newest, standing, outcomes);
  return { verdict, series: sortJudged(verdict, judged), tests };
}

/** Within each fate in the order of the verdict, which is the worst first. */
function sortJudged(
  { series }: Verdict,
  judged: ReadonlyMap<string, CombinedSeries>,
): CombinedSeries[] {
  if (judged.size === 0) return [];
  return sortByFate(series.flatMap((one) => judged.get(seriesKey(one)) ?? []));
}

/** Blocking ones come first; the order of equals is kept. */
export function sortByFate(series: readonly CombinedSeries[]): CombinedSeries[] {
  return series.toSorted((a, b) => rankOf[a.fate] - rankOf[b.fate]);
}

interface JudgedTest {
  /** Its label. */
  name: string;
  fate: 'blocks' | 'awaits-confirmation' | 'cleared';
  said: { regressed: number; otherwise: number };
  /** How it is shown: as an attempt saw it that agrees with its fate. */
  standing: TestOutcome;
}

/** The tests that any attempt saw broken, by label. A broken test cannot be accepted: fix it or remove it. */
function judgeBrokenTests(
  histories: ReadonlyMap<string, History<TestOutcome>>,
  needed: 1 | 2,
): JudgedTest[] {
  return [...histories].flatMap(([name, { measurements }]): JudgedTest[] => {
    const broken = measurements.filter(({ word }) => word === 'regressed');
    const passed = measurements.filter(({ word }) => word === 'otherwise');
    const newest = broken.at(-1);
    if (newest === undefined) return [];
    const said = { regressed: broken.length, otherwise: passed.length };
    const fate = weighWords(said, needed);
    const standing = (fate === 'cleared' ? passed.at(-1) : undefined) ?? newest;
    return [{ name, fate, said, standing: standing.value }];
  });
}
