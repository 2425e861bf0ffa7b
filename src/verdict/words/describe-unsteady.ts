import { listSome } from '../../contract/count-things.ts';
import type { Problem } from '../../contract/documents.ts';
import { titleMetric } from '../../contract/metrics.ts';
import type { Estimate } from '../rule/estimate.ts';
import { shortenName } from '../../contract/cut-text.ts';

const mostNamed = 3;

/** One warning for all series that became unsteady; none where there are none. */
export function describeUnsteady(unsteady: ReadonlyMap<Estimate, number>): Problem[] {
  if (unsteady.size === 0) return [];
  const worst = [...unsteady].toSorted(([, a], [, b]) => b - a);
  const named = worst.map(([{ subject }, ratio]) => {
    const { metric, span, test } = subject.series;
    return `${titleMetric(metric)} of ${shortenName(test)} › ${shortenName(span)} (${describeRatio(ratio)})`;
  });
  return [
    {
      code: 'became-unsteady',
      message: `became unsteady with this change: ${listSome(named, mostNamed)}. That changes no verdict; look for what the change does only in some runs, such as caches, retries or waiting`,
    },
  ];
}

/** `its runs vary 3.2 times as much as before` */
export function describeRatio(ratio: number): string {
  return `runs vary ${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} times as much as before`;
}
