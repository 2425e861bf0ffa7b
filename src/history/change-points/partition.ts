import type { RunningSums } from './running-sums.ts';
import type { DetectorSettings } from './settings.ts';

/** So many candidates back a level may have begun; more lie only in histories of noise alone. */
const mostBack = 200;

/**
 * The candidates at which new levels begin in the cheapest description of a series: the squares that its levels
 * leave, and a price for each level. Exact among the candidates, by dynamic programming.
 */
export function partition(
  sums: RunningSums,
  candidates: readonly number[],
  {
    price,
    shortest,
    shortestAtEnd,
  }: { price: number } & Pick<DetectorSettings, 'shortest' | 'shortestAtEnd'>,
): number[] {
  const { length, weights, values, squares } = sums;
  const bounds = [0, ...candidates, length];
  const last = bounds.length - 1;
  const cheapest = new Float64Array(bounds.length).fill(Infinity);
  const previous = new Int32Array(bounds.length);
  cheapest[0] = -price;
  for (let end = 1; end <= last; end += 1) {
    const to = bounds[end] as number;
    for (let begin = end - 1; begin >= Math.max(0, end - mostBack); begin -= 1) {
      const from = bounds[begin] as number;
      const isWhole = begin === 0 && end === last;
      const isAtEnd = begin === 0 || end === last;
      if (!isWhole && to - from < (isAtEnd ? shortestAtEnd : shortest)) continue;
      const total = (values[to] as number) - (values[from] as number);
      const cost =
        (cheapest[begin] as number) +
        (squares[to] as number) -
        (squares[from] as number) -
        (total * total) / ((weights[to] as number) - (weights[from] as number)) +
        price;
      if (cost < (cheapest[end] as number)) {
        cheapest[end] = cost;
        previous[end] = begin;
      }
    }
  }
  const starts: number[] = [];
  for (let at = previous[last] as number; at > 0; at = previous[at] as number) {
    starts.push(bounds[at] as number);
  }
  return starts.reverse();
}
