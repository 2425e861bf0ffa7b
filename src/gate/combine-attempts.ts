import type { SeriesVerdict, TestOutcome, Verdict, Metric } from '../contract/documents.ts';
import { seriesKey } from '../contract/series-key.ts';
import { type History, collectSeries, collectTests } from './collect-words.ts';
import { composeVerdict } from './compose-verdict.ts';
import { covers } from './covers.ts';
import type { JudgedSeries, SeriesFate } from './gate-facts.ts';
import type { HeldAccept } from './hold-accepts.ts';
import { type Together, joinAll } from './join-attempts.ts';
import type { MeasuredAttempt } from './run-history.ts';

export interface CombineOptions {
  /** How many attempts have to call something regressed before it blocks. */
  needed: 1 | 2;
  /** Name of a test → index of its shard. */
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
  /** Whose jobs can measure it again. */
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
 * What all attempts of a run say together. Who says what is in docs/gate.md.
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
    needed === 1
      ? new Map<string, Together>()
      : joinAll(histories, directionOf, newest.budget.tested);
  for (const [key, history] of histories) {
    const votes = { needed, direction: directionOf(history.newest), joint: joined.get(key) };
    const ending = judgeSeries(key, history, accepts.get(key) ?? [], votes);
    standing.push(ending.standing);
    if (ending.judged !== undefined) {
      judged.set(key, { ...ending.judged, test: history.newest.test });
    }
  }
  const tests = judgeBrokenTests(collectTests(attempts, shardOf), needed);
  const outcomes = new Map(tests.map((test) => [test.name, test.standing]));
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

/** What blocks first; the order of equals is kept. */
export function sortByFate(series: readonly CombinedSeries[]): CombinedSeries[] {
  return series.toSorted((a, b) => rankOf[a.fate] - rankOf[b.fate]);
}

interface JudgedTest {
  name: string;
  fate: 'blocks' | 'awaits-confirmation' | 'cleared';
  said: { regressed: number; otherwise: number };
  /** How it is shown: as an attempt saw it that agrees with its fate. */
  standing: TestOutcome;
}

/** The tests that any attempt saw broken, by name. Nobody can accept a broken test: fix it or remove it. */
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

/** How a series ends, and the measurement that it is shown with. */
interface Ending {
  /** Absent if no attempt called it regressed. */
  judged?: JudgedSeries;
  standing: SeriesVerdict;
}

/**
 * Takes all attempts at one series, and the accepts of it, together.
 * @param held the newest first
 */
function judgeSeries(
  key: string,
  history: History<SeriesVerdict>,
  held: readonly HeldAccept[],
  { needed, direction, joint }: Votes,
): Ending {
  const regressed = listRegressed(history);
  const calm: Ending = { standing: chooseCalm(history) };
  const worst = regressed.at(-1);
  const said = joint?.said ?? {
    regressed: regressed.length,
    otherwise: countOtherwise(history),
  };
  if (history.newest.threshold.action === 'warn') {
    // A warning is not measured again and blocks nothing: one runner that did not see it clears it.
    return worst === undefined || said.regressed <= said.otherwise
      ? calm
      : { judged: { key, fate: 'warns', said }, standing: worst };
  }
  const suspected = history.measurements.findLast(({ word }) => word === 'suspected')?.value;
  const alarming = joint?.borneOut ?? worst ?? suspected;
  if (alarming === undefined) return calm;
  // What one attempt alone suspects blocks nothing, and is measured again.
  if (joint === undefined && worst === undefined) {
    const isOpen = needed === 2 && said.otherwise === 0;
    return isOpen
      ? { judged: { key, fate: 'awaits-confirmation', said }, standing: alarming }
      : { standing: said.otherwise === 0 ? alarming : calm.standing };
  }
  const fate = joint === undefined ? weighWords(said, needed) : weighJoint(joint);
  if (fate === 'cleared' && worst === undefined && said.otherwise === 0) {
    // Each attempt points past the limit, and together they are not sure either.
    return { standing: alarming };
  }
  if (fate === 'cleared') {
    const alarm = alarming.evidence.change;
    const judged = { key, fate, said, ...(alarm === undefined ? {} : { alarm }) };
    const { standing } = calm;
    // Where no attempt was calm, what they say together stands.
    return standing.state === 'regressed'
      ? { judged, standing: { ...standing, state: 'undecided', blocking: false } }
      : { judged, standing };
  }
  const [newest] = held;
  if (newest === undefined) return { judged: { key, fate, said }, standing: alarming };

  // An accept raises the limit: what exceeds it needs as many votes as a regression.
  const findCover = (series: SeriesVerdict): HeldAccept | undefined =>
    held.find((one) => covers(one.series, series, direction));
  const together = joint?.borneOut;
  if (together !== undefined) {
    const cover = findCover(together)?.accept;
    const judged: JudgedSeries =
      cover === undefined
        ? { key, fate: 'blocks', said, outgrown: newest.accept }
        : { key, fate: 'accepted', said, accept: cover };
    return { judged, standing: together };
  }
  const beyond = regressed.filter((series) => findCover(series) === undefined);
  const total = said.regressed + said.otherwise;
  const outgrown = weighWords(
    { regressed: beyond.length, otherwise: total - beyond.length },
    needed,
  );
  if (outgrown !== 'cleared') {
    const judged = { key, fate: outgrown, said, outgrown: newest.accept };
    return { judged, standing: beyond.at(-1) ?? alarming };
  }
  const standing = regressed.findLast((series) => findCover(series) !== undefined) ?? alarming;
  const { accept } = findCover(standing) ?? newest;
  return { judged: { key, fate: 'accepted', said, accept }, standing };
}

function listRegressed({ measurements }: History<SeriesVerdict>): SeriesVerdict[] {
  return measurements.filter(({ word }) => word === 'regressed').map(({ value }) => value);
}

function countOtherwise({ measurements }: History<SeriesVerdict>): Said['otherwise'] {
  return measurements.filter(({ word }) => word === 'otherwise').length;
}

/** The newest that gave an answer: one runner that could decide it is enough. */
function chooseCalm({ measurements, newest }: History<SeriesVerdict>): SeriesVerdict {
  const others = measurements.filter(({ word }) => word === 'otherwise').map(({ value }) => value);
  return others.findLast(({ state }) => state !== 'undecided') ?? others.at(-1) ?? newest;
}

interface Votes {
  needed: 1 | 2;
  direction: Metric['direction'];
  /** Where several attempts tested it: then they are judged together, and no votes are counted. */
  joint: Together | undefined;
}

function weighJoint({ borneOut }: Together): 'blocks' | 'cleared' {
  return borneOut === undefined ? 'cleared' : 'blocks';
}

/** How many attempts called something regressed, and how many measured it and did not. */
interface Said {
  regressed: number;
  otherwise: number;
}

/**
 * What attempts on different runners together say. Where one is enough to block, one is not enough to clear:
 * else you could run a red check again until it is green.
 * @param needed how many have to call it regressed: two where alarms are confirmed, else one
 */
function weighWords(
  { regressed, otherwise }: Said,
  needed: 1 | 2,
): 'blocks' | 'awaits-confirmation' | 'cleared' {
  if (needed === 1) return regressed > 0 && regressed >= otherwise ? 'blocks' : 'cleared';
  if (regressed >= needed && regressed > otherwise) return 'blocks';
  return regressed > 0 && otherwise === 0 ? 'awaits-confirmation' : 'cleared';
}
