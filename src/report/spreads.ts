/** The values within one execution, drawn: both sides on one scale. Nothing here is escaped. */
import type { NumberSpread, SeriesVerdict, Side, Spread } from '../contract/documents.ts';
import { distributionOf, spreadShares } from '../contract/numbers.ts';
import { spanKey } from '../contract/series-key.ts';
import { formatQuantity, type ShownUnit } from '../contract/units.ts';

/** Both sides of a distribution, each with its values at `spreadShares`. */
export interface ShownSpread {
  metric: string;
  sides: Partial<Record<Side, readonly number[]>>;
}

/** Finds what the values were that a metric of a distribution was made of. */
export type FindSpread = (series: SeriesVerdict) => ShownSpread | undefined;

export function indexSpreads(spreads: readonly NumberSpread[] = []): FindSpread {
  const byKey = new Map(spreads.map((one) => [`${spanKey(one)}\u0000${one.metric}`, one]));
  return (series) => {
    const metric = distributionOf(series.metric);
    const found = metric && byKey.get(`${spanKey(series)}\u0000${metric}`);
    if (!metric || !found) return undefined;
    const [before, after] = [readSide(found.before), readSide(found.after)];
    if (before === undefined && after === undefined) return undefined;
    return {
      metric,
      sides: { ...(before && { before }), ...(after && { after }) },
    };
  };
}

/** Values in no order, as a hostile record holds them, are no distribution. */
function readSide(spread: Spread | undefined): readonly number[] | undefined {
  const quantiles = spread?.quantiles;
  if (quantiles?.length !== spreadShares.length) return undefined;
  const isAscending = quantiles.every((value, i) => i === 0 || value >= (quantiles[i - 1] ?? 0));
  return isAscending ? quantiles : undefined;
}

const bars = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const columns = 32;
/** From here on a few large values would push all others to one end of the scale. */
const logarithmicFrom = 10;

/** Whether values are drawn on a logarithmic scale. @param low the smallest @param high the largest */
export function isLogarithmicScale(low: number, high: number): boolean {
  return low > 0 && high / low > logarithmicFrom;
}

/**
 * How often each size came, before above after: one character a column, a dot where nothing was. The scale is
 * logarithmic where the largest is more than ten times the smallest.
 */
export function drawSpread(
  { sides }: ShownSpread,
  unit: ShownUnit,
): { side: Side; text: string }[] | undefined {
  const all = [...(sides.before ?? []), ...(sides.after ?? [])];
  const low = Math.min(...all);
  const high = Math.max(...all);
  if (!(high > low)) return undefined;
  const isLogarithmic = isLogarithmicScale(low, high);
  const place = (value: number): number =>
    isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  const scale = `${formatQuantity(low, unit)} … ${formatQuantity(high, unit)}${isLogarithmic ? ', logarithmic' : ''}`;
  return (['before', 'after'] as const).flatMap((side) => {
    const values = sides[side];
    if (values === undefined) return [];
    const end = side === 'after' || sides.after === undefined ? `  ${scale}` : '';
    return [{ side, text: `${drawBars(values.map(place))}${end}` }];
  });
}

/** Between two known shares the values lie evenly on the scale. @param places 0 to 1, ascending */
function drawBars(places: readonly number[]): string {
  const mass = new Array<number>(columns).fill(0);
  for (let i = 1; i < places.length; i += 1) {
    const from = (places[i - 1] as number) * columns;
    const to = (places[i] as number) * columns;
    const share = (spreadShares[i] as number) - (spreadShares[i - 1] as number);
    const first = Math.min(columns - 1, Math.floor(from));
    const last = Math.min(columns - 1, Math.floor(to));
    for (let column = first; column <= last; column += 1) {
      const overlap = Math.min(to, column + 1) - Math.max(from, column);
      mass[column] =
        (mass[column] ?? 0) + (first === last ? share : (share * overlap) / (to - from));
    }
  }
  const most = Math.max(...mass);
  return mass
    .map((one) => {
      if (one <= 0) return '·';
      // By its root: a tail of one in a hundred must be seen.
      const size = Math.sqrt(one / most);
      return bars[Math.min(bars.length - 1, Math.floor(size * bars.length))];
    })
    .join('');
}
