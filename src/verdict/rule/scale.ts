import type { Samples } from '../../contract/documents.ts';
import { findStep } from '../../stats/find-step.ts';
import type { Allowed } from '../thresholds/resolve-threshold.ts';
import { isConstant, type Subject } from './subject.ts';

/**
 * How a series' values are compared: as x = sign · ln(value + offset), so that differences are ratios and a
 * larger x is always worse. The offset is there only where values may be zero.
 */
export interface Scale {
  /** In the metric's unit. */
  offset: number;
  /** 1 where lower values are better, -1 where higher ones are. */
  sign: 1 | -1;
}

/**
 * A source that rounds makes steps of its values, whether it says so or not. In the metric's unit; 0 for none. Two
 * levels that never vary are multiples of something too, and tell of no step.
 */
export function stepOf({ before, after, metric }: Subject): number {
  const isFlat = isConstant(before) && isConstant(after);
  return Math.max(isFlat ? 0 : findStep(before, after), metric.resolution ?? 0);
}

/**
 * Logarithms, and where a value is zero logarithms of the value plus an offset: the absolute threshold, below
 * which nothing matters, or one step of the source when there is none.
 * @param step see `stepOf`
 */
export function chooseScale({ before, after, metric, threshold }: Subject, step: number): Scale {
  const sign = metric.direction === 'lower' ? 1 : -1;
  const hasZero = before.includes(0) || after.includes(0);
  if (!hasZero) return { offset: 0, sign };
  const least = step || smallestAboveZero([...before, ...after]);
  return { offset: Math.max(least, threshold.absolute ?? 0), sign };
}

function smallestAboveZero(values: readonly number[]): number {
  return values.reduce((least, value) => (value > 0 && value < least ? value : least), Infinity);
}

/** The values of a series on its scale, by pair; NaN where a side has none. */
export interface Places {
  before: number[];
  after: number[];
}

export function placeOnScale({ series }: Subject, scale: Scale): Places {
  const place = (samples: Samples): number[] =>
    samples.map((value) => (value === null ? Number.NaN : toScale(scale, value)));
  return { before: place(series.before), after: place(series.after) };
}

export function toScale(scale: Scale, value: number): number {
  return scale.sign * Math.log(value + scale.offset);
}

/** Share of the offset that a logarithm and its inverse may leave of a zero. */
const roundingError = 1e-9;

/** The value at a place on the scale; never negative, and zero where only rounding is left of it. */
export function fromScale(scale: Scale, x: number): number {
  const value = Math.exp(scale.sign * x) - scale.offset;
  return value > roundingError * scale.offset ? value : 0;
}

/** How far a series may move on its scale. */
export interface Limits {
  /** At least this much worse is too much. Infinity where no value could be that much worse. */
  floor: number;
  /** Up to this much worse counts as unchanged in the test. */
  margin: number;
}

/** The share of the base up to which a change is nothing, whatever the threshold. */
const negligible = 0.01;
/** The margin as a share of the threshold, for thresholds below 5%. */
const marginShare = 0.2;

/**
 * The threshold of a rule on the scale of a series, seen from a base. With a relative and an absolute
 * limit both must be passed, so the larger one counts.
 * @param base the value that the other side is compared with, in the metric's unit
 */
export function limitOnScale(scale: Scale, threshold: Allowed, base: number): Limits {
  const { relative = 0, absolute = 0 } = threshold;
  const allowed = Math.max(relative * base, absolute);
  const margin = Math.min(
    marginShare * allowed,
    Math.max(negligible * base, marginShare * absolute),
  );
  return { floor: distance(scale, base, allowed), margin: distance(scale, base, margin) };
}

/** How far `change` in the worse direction is from `base` on the scale. */
function distance(scale: Scale, base: number, change: number): number {
  const start = base + scale.offset;
  const end = start + scale.sign * change;
  return end <= 0 ? Infinity : Math.abs(Math.log(end / start));
}

/**
 * A distance on the scale as a ratio minus one of the base: 0.1 is 10% more, and nothing is less than
 * -1, which is all of it. Base above zero.
 */
export function toChange(scale: Scale, base: number, distanceOnScale: number): number {
  const start = base + scale.offset;
  const value = start * Math.exp(scale.sign * distanceOnScale) - scale.offset;
  return Math.max(value, 0) / base - 1;
}
