import type { SeriesVerdict, TestOutcome } from '../contract/documents.ts';
import { labelTest, placeOfTest } from '../contract/platforms.ts';
import { type SeriesIdentity, seriesKey } from '../contract/series-key.ts';
import { isSuspected } from '../verdict/conclude.ts';
import { judgeTests } from '../verdict/judge-tests.ts';
import { hasBothSides } from '../verdict/list-undecided-tests.ts';
import type { MeasuredAttempt } from './run-history.ts';

/** `suspected` points past its threshold, and may be chance. */
export type Word = 'regressed' | 'suspected' | 'otherwise';

/** One measurement by an attempt, and its word; without one it says nothing either way. */
export interface Measurement<T> {
  value: T;
  word?: Word;
}

/** All that is known of one series or test. */
export interface History<T> {
  /** As in the newest attempt that has it, measured again or not. */
  newest: T;
  /** Each by a runner of its own, oldest first; at least one. */
  measurements: readonly Measurement<T>[];
}

/** By series key. Memory and time grow with all series of all attempts. */
export function collectSeries(
  attempts: readonly MeasuredAttempt[],
  shardOf: ReadonlyMap<string, number>,
): Map<string, History<SeriesVerdict>> {
  return collect(attempts, shardOf, ({ verdict }) => verdict.series, {
    keyOf: (series: SeriesVerdict) => seriesKey(series),
    placeOf: (series) => series,
    wordOf: wordOfSeries,
  });
}

/** By name. */
export function collectTests(
  attempts: readonly MeasuredAttempt[],
  shardOf: ReadonlyMap<string, number>,
): Map<string, History<TestOutcome>> {
  return collect(attempts, shardOf, ({ verdict }) => verdict.tests, {
    keyOf: (test: TestOutcome) => labelTest(test),
    placeOf: ({ name, platform = '' }) => ({ test: name, platform }),
    wordOf: wordOfTest,
  });
}

/**
 * Undecided in spite of its measurements is a word. Undecided for want of them is none: a test that does not run on
 * the second runner must not clear what the first one saw.
 */
function wordOfSeries(series: SeriesVerdict): Word | undefined {
  switch (series.state) {
    case 'regressed':
      return 'regressed';
    case 'improved':
    case 'not-regressed':
      return 'otherwise';
    case 'undecided':
      if (!hasBothSides(series) || series.evidence.needsRepeats !== undefined) return undefined;
      return isSuspected(series) ? 'suspected' : 'otherwise';
    case 'no-baseline':
      return undefined;
  }
}

function wordOfTest(outcome: TestOutcome): Word | undefined {
  if (judgeTests([outcome]).broken.length > 0) return 'regressed';
  return outcome.after.passed > 0 ? 'otherwise' : undefined;
}

interface Reading<T> {
  keyOf(value: T): string;
  placeOf(value: T): Pick<SeriesIdentity, 'test' | 'platform'>;
  wordOf(value: T): Word | undefined;
}

function collect<T>(
  attempts: readonly MeasuredAttempt[],
  shardOf: ReadonlyMap<string, number>,
  list: (attempt: MeasuredAttempt) => readonly T[],
  { keyOf, placeOf, wordOf }: Reading<T>,
): Map<string, History<T>> {
  const found = new Map<string, { newest: T; anew: Measurement<T>[]; rest: Measurement<T>[] }>();
  for (const attempt of attempts) {
    const shards = new Set<number | undefined>(attempt.shards);
    const isAnew = (value: T): boolean => {
      const { tests } = attempt;
      if (tests !== undefined) return tests.has(placeOfTest(tests, placeOf(value)));
      return shards.has(shardOf.get(placeOfTest(shardOf, placeOf(value))));
    };
    for (const value of list(attempt)) {
      const key = keyOf(value);
      const word = wordOf(value);
      const one: Measurement<T> = { value, word };
      const entry = found.get(key) ?? { newest: value, anew: [], rest: [] };
      entry.newest = value;
      (isAnew(value) ? entry.anew : entry.rest).push(one);
      found.set(key, entry);
    }
  }
  const histories = new Map<string, History<T>>();
  for (const [key, { newest, anew, rest }] of found) {
    histories.set(key, { newest, measurements: anew.length > 0 ? anew : [chooseOne(rest)] });
  }
  return histories;
}

/** If we cannot tell what was measured again, count only the worst: attempts may repeat each other. */
function chooseOne<T>(rest: readonly Measurement<T>[]): Measurement<T> {
  const regressed = rest.findLast(({ word }) => word === 'regressed');
  const suspected = rest.findLast(({ word }) => word === 'suspected');
  return regressed ?? suspected ?? (rest.at(-1) as Measurement<T>);
}
