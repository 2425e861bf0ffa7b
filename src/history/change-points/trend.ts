import type { LevelledSeries } from './measure-noise.ts';
import type { Segment } from './running-sums.ts';

/** A slope within both sides counts from so many standard errors. */
const clearSlope = 2.5;
/** A line beats one step by so many variances of a value: a step is the more usual thing. */
const clearlyBetter = 4;

/** Sums of squares and products around the means, of times and values. */
interface Slope {
  times: number;
  products: number;
  values: number;
}

/**
 * Whether a steady trend explains the change between two levels: one line describes both clearly better, or the
 * values rise or fall within both in the direction of the change and beyond that slope the step is not clear.
 */
export function isTrend(
  before: Segment,
  after: Segment,
  series: LevelledSeries,
  clearT: number,
): boolean {
  const unit = series.inflation * series.variance;
  const ofLine = leftByLine(measureSlope(before.from, after.to, series));
  if (ofLine + clearlyBetter * unit < before.rest + after.rest) return true;
  const sides = [before, after].map(({ from, to }) => measureSlope(from, to, series));
  const times = sides.reduce((sum, side) => sum + side.times, 0);
  const products = sides.reduce((sum, side) => sum + side.products, 0);
  const bySlope = products ** 2 / times;
  const isSameWay = products * (after.mean - before.mean) > 0;
  if (!isSameWay || bySlope < clearSlope ** 2 * unit) return false;
  return ofLine - (before.rest + after.rest - bySlope) < clearT ** 2 * unit;
}

/**
 * Removes stairs that one line describes more cheaply: from the longest flight of steps in one direction to the
 * shortest of two.
 * @param segments the levels, in order
 * @param price of each level
 * @returns where levels begin that are no stair of a trend
 */
export function leaveOutStairs(
  segments: readonly Segment[],
  series: LevelledSeries,
  price: number,
): number[] {
  const isStair = new Set<number>();
  for (const [first, last] of listFlights(segments)) {
    for (let steps = last - first; steps >= 2; steps -= 1) {
      for (let begin = first; begin + steps <= last; begin += 1) {
        const flight = segments.slice(begin, begin + steps + 1);
        if (flight.slice(1).some(({ from }) => isStair.has(from))) continue;
        if (!isLine(flight, series, price)) continue;
        for (const { from } of flight.slice(1)) isStair.add(from);
      }
    }
  }
  return segments.slice(1).flatMap(({ from }) => (isStair.has(from) ? [] : [from]));
}

/** First and last level of each flight whose steps go one way. */
function listFlights(segments: readonly Segment[]): (readonly [number, number])[] {
  const flights: (readonly [number, number])[] = [];
  const directionAt = (i: number): number =>
    Math.sign((segments[i + 1]?.mean ?? NaN) - (segments[i]?.mean ?? NaN));
  let first = 0;
  for (let i = 1; i < segments.length; i += 1) {
    if (directionAt(i) === directionAt(i - 1)) continue;
    flights.push([first, i]);
    first = i;
  }
  return flights;
}

function isLine(flight: readonly Segment[], series: LevelledSeries, price: number): boolean {
  const [first, last] = [flight[0] as Segment, flight.at(-1) as Segment];
  const ofSteps = flight.reduce((sum, { rest }) => sum + rest, 0);
  // A line has one number more than a level, a flight one for each step.
  const dearer = (flight.length - 2) * price;
  return leftByLine(measureSlope(first.from, last.to, series)) < ofSteps + dearer;
}

const leftByLine = ({ times, products, values }: Slope): number => values - products ** 2 / times;

function measureSlope(from: number, to: number, { values, weights }: LevelledSeries): Slope {
  const origin = values[from] as number;
  let [weightSum, timeSum, valueSum, times, products, squares] = [0, 0, 0, 0, 0, 0];
  for (let at = from; at < to; at += 1) {
    const weight = weights[at] as number;
    const time = at - from;
    const value = (values[at] as number) - origin;
    weightSum += weight;
    timeSum += weight * time;
    valueSum += weight * value;
    times += weight * time * time;
    products += weight * time * value;
    squares += weight * value * value;
  }
  return {
    times: times - timeSum ** 2 / weightSum,
    products: products - (timeSum * valueSum) / weightSum,
    values: squares - valueSum ** 2 / weightSum,
  };
}
