import type { Movement, SeriesVerdict } from '../../contract/documents.ts';
import { readMovement } from './read-movement.ts';

/** Share of the span's largest change; less does not explain it. */
const meaningfulShare = 0.25;

/**
 * The movements that may explain what happened to a span: beyond the series' own threshold, or not small
 * beside the largest change of latency or CPU. All others count as steady. Traffic has to pass its
 * threshold, since packets follow from how long a transfer takes.
 */
export function weighClues(series: readonly SeriesVerdict[]): Movement[] {
  let main = 0;
  for (const one of series) {
    if (isMain(one.metric) && one.state === 'regressed') main = Math.max(main, sizeOf(one));
  }
  return series.map((one) => {
    const movement = readMovement(one);
    if (one.state === 'regressed' || one.state === 'improved') return movement;
    if (movement.moved !== 'up' && movement.moved !== 'down') return movement;
    const counts = !one.metric.startsWith('network.') && sizeOf(one) >= meaningfulShare * main;
    return counts ? movement : { ...movement, moved: 'steady' };
  });
}

function isMain(metric: string): boolean {
  return metric === 'latency' || metric.startsWith('cpu.');
}

/** On a logarithmic scale, so that half and double are equally large. */
function sizeOf({ evidence }: SeriesVerdict): number {
  if (evidence.change === undefined) return Infinity;
  return Math.abs(Math.log1p(Math.max(evidence.change, -1)));
}
