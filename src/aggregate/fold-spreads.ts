import type { NumberSpread, Problem, RunRecord, Side, Spread } from '../contract/documents.ts';
import { spreadShares } from '../contract/numbers.ts';
import { annotationKey } from '../contract/series-key.ts';
import { median } from '../stats/median.ts';

/** As many as an aggregate may hold. */
export const spreadsAtMost = 10_000;

interface Gathered {
  identity: Omit<NumberSpread, Side>;
  sides: Record<Side, Spread[]>;
}

/**
 * The values within one execution: at each share the median over the executions of a side. They explain a number and
 * are drawn; nothing is judged by them, since they are no repeats of their own.
 */
export function foldSpreads(records: readonly RunRecord[]): NumberSpread[] {
  const gathered = new Map<string, Gathered>();
  for (const { profiles, host } of records) {
    for (const { test, side, outcome, spans } of profiles) {
      if (outcome.status !== 'passed') continue;
      for (const { span, annotations, spreads = {} } of spans) {
        for (const [metric, spread] of Object.entries(spreads)) {
          const key = JSON.stringify([test, span, annotationKey(annotations), metric]);
          const known = gathered.get(key) ?? {
            identity: { test, span, annotations, platform: host.platform, metric },
            sides: { before: [], after: [] },
          };
          gathered.set(key, known);
          known.sides[side].push(spread);
        }
      }
    }
  }
  return [...gathered.values()].map(({ identity, sides }) => ({
    ...identity,
    ...describeSide('before', sides.before),
    ...describeSide('after', sides.after),
  }));
}

/** Says how many there are beyond what an aggregate holds. */
export function describeExcess(spreads: readonly NumberSpread[]): Problem[] {
  const left = spreads.length - spreadsAtMost;
  if (left <= 0) return [];
  const message = `the values within the executions of ${left} numbers are not shown: an aggregate holds ${spreadsAtMost} of them`;
  return [{ code: 'spreads-left-out', message }];
}

function describeSide(side: Side, spreads: readonly Spread[]): Partial<Record<Side, Spread>> {
  if (spreads.length === 0) return {};
  const deviations = spreads.flatMap(({ deviation }) => deviation ?? []);
  const quantiles = spreads.flatMap((spread) => (spread.quantiles ? [spread.quantiles] : []));
  return {
    [side]: {
      count: spreads.reduce((sum, { count }) => sum + count, 0),
      ...(deviations.length === 0 ? {} : { deviation: median(deviations) }),
      ...(quantiles.length === 0
        ? {}
        : { quantiles: spreadShares.map((_, i) => median(quantiles.map((one) => one[i] ?? 0))) }),
    },
  };
}
