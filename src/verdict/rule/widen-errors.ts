import { type Difference, measureExcess } from '../../stats/excess-variance.ts';
import { upperTail } from '../../stats/student-t.ts';
import type { Estimate } from './estimate.ts';

/** If builds seem to differ by more than this, the code may: then the runs alone decide. Simulated in decision 175. */
const mostDeviation = 0.02;
/** Of the excess, which rests on a median over the series. */
const dfOfExcess = 50;

/**
 * Two builds of the same code may differ: where the linker put a function, where a file lies on the disk. No
 * number of runs of the same two builds shows that; the other series of the metric do, since hardly any of them
 * changed. What their differences vary beyond their errors is an error of each.
 * @returns the estimates, and by metric the standard deviation between the builds, on the scale of logarithms
 */
export function widenErrors(fromRuns: readonly Estimate[]): {
  estimates: Estimate[];
  betweenBuilds: Map<string, number>;
} {
  const byMetric = new Map<string, Difference[]>();
  for (const { subject, effect: value, standardError, df } of fromRuns) {
    const { metric } = subject.series;
    const differences = byMetric.get(metric) ?? [];
    byMetric.set(metric, differences);
    differences.push({ value, standardError, df });
  }
  const betweenBuilds = new Map<string, number>();
  for (const [metric, differences] of byMetric) {
    const excess = measureExcess(differences);
    if (excess > 0) betweenBuilds.set(metric, Math.min(Math.sqrt(excess), mostDeviation));
  }
  const estimates = fromRuns.map((one) => {
    const deviation = betweenBuilds.get(one.subject.series.metric);
    return deviation === undefined ? one : widen(one, deviation ** 2);
  });
  return { estimates, betweenBuilds };
}

/** Degrees of freedom of the sum after Welch and Satterthwaite. */
function widen(one: Estimate, excess: number): Estimate {
  const { effect, worse, better } = one;
  const variance = one.standardError ** 2;
  const standardError = Math.sqrt(variance + excess);
  const df = (variance + excess) ** 2 / (variance ** 2 / one.df + excess ** 2 / dfOfExcess);
  // A p of 1 is a doubt's, which a wider error does not lift.
  const p = (known: number, distance: number) =>
    known === 1 ? 1 : upperTail(distance / standardError, df);
  return {
    ...one,
    standardError,
    df,
    pWorse: p(one.pWorse, effect - worse.margin),
    pBetter: p(one.pBetter, -effect - better.margin),
  };
}
