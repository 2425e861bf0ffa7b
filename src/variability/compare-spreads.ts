import type { Annotations, RunRecord, Side } from '../contract/documents.ts';
import { findRejectionLimit } from '../stats/control-discoveries.ts';
import { measureSpread, type SpreadOfRounds } from '../stats/spread-of-rounds.ts';
import { upperQuantile, upperTail } from '../stats/student-t.ts';
import { foldRounds } from './fold-rounds.ts';

/** One metric of a span without and with an intervention. */
export interface SpreadChange {
  test: string;
  span: string;
  annotations: Annotations;
  metric: string;
  without: SpreadOfRounds;
  with: SpreadOfRounds;
  /** The median with it against that without, as a ratio minus one. */
  medianChange: number;
  /** It is larger than the noise and than 2%: what is measured is no longer the same. */
  isOtherMeasure: boolean;
  /** Whether runs vary less or more with it, beyond what chance makes of this many runs. */
  effect: 'less' | 'more' | 'not told';
  /** Two-sided: the chance of such a difference where there is none. */
  p: number;
}

/** People wait for one, and pay for the other. */
const metrics = ['latency', 'cpu.total'];
const fewestRuns = 5;
const largestChange = 0.02;
/** In standard errors. */
const clearChange = 3;
/** Several interventions are tried on several tests. */
const chance = 0.01;
/** The share of what is said to help that chance alone may have made. */
const falseShare = 0.05;

/** @param record pairs of one commit; the side after ran with the intervention */
export function compareSpreads(record: RunRecord): SpreadChange[] {
  const foldSide = (side: Side) =>
    foldRounds([{ ...record, profiles: record.profiles.filter((one) => one.side === side) }]);
  const after = foldSide('after');
  return foldSide('before').flatMap((span) => {
    const same = after.find(
      (one) =>
        one.test === span.test &&
        one.span === span.span &&
        JSON.stringify(one.annotations) === JSON.stringify(span.annotations),
    );
    return metrics.flatMap((metric) => {
      const [plain, other] = [span, same].map(
        (side) => side?.runs.flatMap(({ values }) => values[metric] ?? []) ?? [],
      );
      if (!isEnough(plain) || !isEnough(other)) return [];
      const { test, span: name, annotations } = span;
      const change = compare(measureSpread([plain]), measureSpread([other]));
      return [{ test, span: name, annotations, metric, ...change }];
    });
  });
}

function isEnough(values: readonly number[] | undefined): values is readonly number[] {
  return values !== undefined && values.length >= fewestRuns && values.some((one) => one > 0);
}

/**
 * Whether an intervention helps, over all that was tried: Benjamini and Hochberg's rule over every metric of every
 * trial. It must make none worse, and change nothing else.
 * @returns for each trial the change that shows it best; undefined where it does not help
 */
export function findHelpful(
  trials: readonly (readonly SpreadChange[])[],
): (SpreadChange | undefined)[] {
  const limit = findRejectionLimit(
    trials.flat().map(({ p }) => p),
    falseShare,
  );
  const ratio = ({ without, with: other }: SpreadChange): number =>
    other.variation.value / without.variation.value;
  return trials.map((changes) => {
    const clear = changes.filter(({ p }) => p <= limit).sort((a, b) => ratio(a) - ratio(b));
    const isHarmless =
      changes.every(({ isOtherMeasure }) => !isOtherMeasure) &&
      clear.every((one) => ratio(one) < 1);
    return isHarmless ? clear[0] : undefined;
  });
}

/** The variations are told apart by their logarithms: a t-test whose errors are those of the intervals. */
function compare(
  without: SpreadOfRounds,
  other: SpreadOfRounds,
): Omit<SpreadChange, 'test' | 'span' | 'annotations' | 'metric'> {
  const medianChange = without.median === 0 ? 0 : other.median / without.median - 1;
  const difference = Math.log(other.variation.value / without.variation.value);
  const error = Math.hypot(errorOf(without), errorOf(other));
  const found = 2 * upperTail(Math.abs(difference) / error, without.runs + other.runs - 2);
  // If all runs of a side are equal, there is nothing to compare by.
  const p = Number.isFinite(found) ? found : 1;
  const noise = Math.hypot(
    without.variation.value / Math.sqrt(without.runs),
    other.variation.value / Math.sqrt(other.runs),
  );
  const isTold = p <= chance;
  return {
    without,
    with: other,
    medianChange,
    isOtherMeasure: Math.abs(medianChange) > Math.max(largestChange, clearChange * noise),
    p,
    effect: isTold ? (difference < 0 ? 'less' : 'more') : 'not told',
  };
}

/** The error of a variation's logarithm, from its interval. */
function errorOf({ runs, variation: { value, high } }: SpreadOfRounds): number {
  return Math.log(high / value) / upperQuantile(0.025, runs - 1);
}
