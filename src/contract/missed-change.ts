import type { SeriesVerdict } from './documents.ts';
import { titleMetric } from './metrics.ts';
import { formatChange } from './units.ts';

/** As a ratio minus one; beyond it a figure tells nothing. */
const tenfold = 10;

/**
 * What a headline says behind "nothing regressed": how large a change may be that these runs did not show.
 * One figure stands for the build, that of the cleared series which sees least for its limit. Empty where
 * every series was counted exactly.
 */
export function describeMissed(series: readonly SeriesVerdict[]): string {
  let worst: SeriesVerdict | undefined;
  for (const one of series) {
    if (one.state !== 'not-regressed' || one.threshold.action !== 'block') continue;
    if (one.evidence.smallestVisible === undefined) continue;
    if (worst === undefined || compareSight(one) > compareSight(worst)) worst = one;
  }
  const visible = worst?.evidence.smallestVisible;
  if (worst === undefined || visible === undefined) return '';
  const size = visible > tenfold ? 'even a tenfold change' : `a change under ${tellSize(visible)}`;
  return `; ${size} could have been missed (${titleMetric(worst.metric)})`;
}

/** The smallest visible change in limits, so that a wide limit does not look like noise. */
function compareSight({ evidence, threshold, before }: SeriesVerdict): number {
  const { relative = 0, absolute = 0 } = threshold;
  const { location = 0 } = before;
  const limit = Math.max(relative, location > 0 ? absolute / location : 0);
  return limit > 0 ? (evidence.smallestVisible ?? 0) / limit : Infinity;
}

function tellSize(share: number): string {
  return formatChange(share).replace('+', '');
}
