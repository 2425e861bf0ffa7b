import type { Samples, Side } from '../../contract/documents.ts';
import { trimmedMean } from '../../stats/trimmed-mean.ts';
import { endConfidence, upperQuantile } from '../../stats/student-t.ts';
import { importedPlatform } from '../../store/import/points-of-import.ts';
import type { StoredBuild } from '../../store/series-point.ts';
import { estimate } from '../../verdict/rule/estimate.ts';
import { fromScale, toScale } from '../../verdict/rule/scale.ts';
import { settle } from '../../verdict/rule/settle.ts';
import { isConstant, listPresent, type Subject } from '../../verdict/rule/subject.ts';
import { floorOf } from '../../verdict/thresholds/built-in.ts';
import { createResolver } from '../../verdict/thresholds/resolve-threshold.ts';
import type { SeriesName } from './answers.ts';
import { seriesId } from './series-id.ts';

/** A value of one side. The two values of a pair have the same `repeat`. */
export interface Repeat {
  repeat: number;
  value: number;
  isOutlier: boolean;
}

export type Repeats = Readonly<Record<Side, readonly Repeat[]>>;

export interface ComparedSides {
  /** The compared values, in the unit of the series. */
  before: number;
  after: number;
  /** As a share of before; absent where before is zero. */
  change?: number;
  /**
   * The change and the ends of its interval, which hold as surely as those of a verdict, as shares of before, or of
   * after where before is zero. Absent where one pair says nothing of the error.
   */
  difference?: readonly [value: number, low: number, high: number];
}

type Local = StoredBuild['local'] & {};

/** What is known of the verdict of a build. Series have the ids of their present names. */
export interface KnownVerdict extends Pick<
  Local,
  'conclusion' | 'changes' | 'floors' | 'regressed' | 'warning'
> {
  worst?: { id: string; metric: string; change?: number };
}

export type VerdictOf = (build: StoredBuild) => KnownVerdict;

/**
 * @param formerIds a verdict names series as they were called then
 */
export function readVerdict(
  suite: string,
  { changes, conclusion, floors, regressed, warning, worst }: Omit<Local, 'hasReport'>,
  formerIds: ReadonlyMap<string, string>,
): KnownVerdict {
  const idNow = (id: string): string => formerIds.get(id) ?? id;
  const rename = <T>(by: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(by).map(([id, one]) => [idNow(id), one]));
  return {
    ...{ conclusion, floors, warning },
    ...(changes && { changes: rename(changes) }),
    ...(regressed && { regressed: rename(regressed) }),
    ...(worst && {
      worst: { ...worst, id: idNow(seriesId(suite, worst)) },
    }),
  };
}

/** The change that a verdict gives a series; undefined where that is not known. */
export function changeOf({ changes, worst }: KnownVerdict, id: string): number | undefined {
  return worst?.change !== undefined && worst.id === id ? worst.change : changes?.[id];
}

const thresholdOf = createResolver([], { tagsOf: new Map() }, '');
const aBuild = { isAlone: false, isBaseless: () => false, isSpanKnown: () => true };
/** The verdict's, for values that have no logarithm. */
const trimmedShare = 0.2;

/**
 * Compares the sides of a build as its verdict does, so that all pages and the report say one figure. Where the verdict
 * is not known, its rule is repeated; the verdict also knows the rules of the suite, which pairs the machine changed
 * within, and the change at the look that turned red.
 * @param verdict what is known of it
 * @returns undefined where a side has no value
 */
export function compareSides(
  name: SeriesName,
  repeats: Repeats,
  build: Pick<StoredBuild, 'builds' | 'everyRunCounts'>,
  verdict: KnownVerdict,
): ComparedSides | undefined {
  const subject = describeSubject(name, repeats);
  if (subject.before.length === 0 || subject.after.length === 0) return undefined;
  const { after, before, change } = measureChange(subject, build, changeOf(verdict, name.id));
  const { away, levelAt, size } = change;
  const whole = Math.abs(before === 0 ? after : before) || 1;
  const share = (one: number): number => (levelAt(one) - before) / whole;
  // Of values of which more is better, more on the scale is less.
  const [low = 0, high = 0] = [share(size - away), share(size + away)].toSorted((a, b) => a - b);
  return {
    ...{ before, after },
    ...(before > 0 ? { change: after / before - 1 } : {}),
    ...(Number.isFinite(away) ? { difference: [share(size), low, high] } : {}),
  };
}

/** Whether its metric can fail a build where the suite has no rule for it. */
export function blocksByDefault(name: SeriesName): boolean {
  return describeSubject(name, { before: [], after: [] }).threshold.action === 'block';
}

/**
 * Whether its levels lie farther apart than what its rule calls nothing, such as some bytes of a disk: by the rules of a
 * verdict where they are known, else by the built-in one. What another tool measured has no rule of ours.
 */
export function isWorthTelling(
  name: SeriesName,
  { after, before }: { before: number; after: number },
  floors: KnownVerdict['floors'],
): boolean {
  if (name.platform === importedPlatform) return true;
  return Math.abs(after - before) > (floors?.[name.metric] ?? floorOf(name.metric, {}));
}

type KnownRules = Pick<KnownVerdict, 'floors' | 'warning'>;

/** By suite, what the newest build that knows the rules says of them. */
export function openRules(builds: readonly StoredBuild[]): (suite: string) => KnownRules {
  const known = new Map<string, KnownRules>();
  for (const { local, suite } of builds) {
    if (local?.floors !== undefined && !known.has(suite)) known.set(suite, local);
  }
  return (suite) => known.get(suite) ?? {};
}

function describeSubject(name: SeriesName, repeats: Repeats): Subject {
  const { annotations, direction, metric, platform, span, test, unit } = name;
  const [before, after] = (['before', 'after'] as const).map((side) => {
    const samples: Samples = [];
    for (const { repeat, value } of repeats[side]) samples[repeat] = value;
    return samples;
  }) as [Samples, Samples];
  const pairs = Math.max(before.length, after.length);
  const fill = (side: Samples): Samples => Array.from({ length: pairs }, (_, i) => side[i] ?? null);
  const series = {
    ...{ test, span, annotations, platform, metric },
    ...{ before: fill(before), after: fill(after) },
  };
  return {
    series,
    metric: {
      ...{ name: metric, unit, direction, kind: 'gauge', source: 'store', scope: 'tree' },
      exactness: 'exact',
    },
    threshold: thresholdOf(series),
    isNew: false,
    before: listPresent(series.before),
    after: listPresent(series.after),
  };
}

interface MeasuredChange {
  before: number;
  after: number;
  /** On the scale of the comparison. */
  change: { size: number; away: number; levelAt(size: number): number };
}

function measureChange(
  subject: Subject,
  { builds = 1, everyRunCounts }: Pick<StoredBuild, 'builds' | 'everyRunCounts'>,
  known: number | undefined,
): MeasuredChange {
  const { series } = subject;
  const pairs = series.before.flatMap((value, pair) => {
    const other = series.after[pair] ?? null;
    return value === null || other === null ? [] : [{ value, other }];
  });
  const isFlat = isConstant(subject.before) && isConstant(subject.after);
  const isNegative = [...subject.before, ...subject.after].some((value) => value < 0);
  if (isFlat || isNegative || pairs.length < 2) {
    const [before, after] = [subject.before, subject.after].map(mean) as [number, number];
    const away = isFlat ? 0 : isNegative && pairs.length > 1 ? reach(pairs) : Infinity;
    const levelAt = (size: number): number => before + size;
    return { before, after, change: { size: after - before, away, levelAt } };
  }
  // What needs no test is told by its means, of all repeats.
  const isTested = settle(subject, aBuild) === undefined;
  const outliersPerFive = everyRunCounts === true || !isTested ? 0 : 1;
  const found = estimate(subject, { builds, outliersPerFive, looks: [] });
  const { df, scale, standardError } = found;
  const place = (value: number): number => toScale(scale, value);
  const before = isTested ? found.baseBefore : mean(subject.before);
  const after = known === undefined ? mean(subject.after) : before * (1 + known);
  const isOwn = isTested && (known === undefined || before === 0);
  const size = isOwn ? found.effect : place(after) - place(before);
  const levelAt = (one: number): number => fromScale(scale, place(before) + one);
  const away = upperQuantile(1 - endConfidence, df) * standardError;
  return { before, after: levelAt(size), change: { size, away, levelAt } };
}

function reach(pairs: readonly { value: number; other: number }[]): number {
  const sorted = pairs.map(({ other, value }) => other - value).sort((a, b) => a - b);
  const { df, standardError } = trimmedMean(sorted, trimmedShare);
  return upperQuantile(1 - endConfidence, df) * standardError;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
