/// <reference lib="dom" />
import type { Difference } from '../../api/answers.ts';
import { makeShape } from './elements.ts';

const width = 160;
const rowHeight = 9;
const [least, most] = [Math.log(1.05), Math.log(4)];

/** A repeat, as a share more than the mean before. */
export interface Dot {
  side: 'before' | 'after';
  share: number;
}

/** Half the width of pictures that stand below each other, as a logarithm: so that their sizes compare. */
export function findEdge(differences: readonly (Difference | undefined)[]): number {
  const ends = differences.flatMap((one) => (one?.isClear === true ? [one.low, one.high] : []));
  return Math.min(
    most,
    ends.reduce((edge, end) => Math.max(edge, Math.abs(toLog(end))), least),
  );
}

/**
 * A change on a logarithmic scale, no change in the middle: a line for its interval, a dot for its size; above and
 * below it the repeats before and after, where they are given. The numbers beside it say the same.
 */
export function drawDifference(
  { high, isClear, isWorse, low, value }: Difference,
  edge: number,
  dots: readonly Dot[] = [],
): SVGElement {
  const height = rowHeight * (dots.length === 0 ? 2 : 4);
  const middle = height / 2;
  const x = (share: number): string => {
    const place = Math.max(-1, Math.min(1, toLog(share) / edge));
    return (width / 2 + place * (width / 2 - 4)).toFixed(1);
  };
  const tone = !isClear ? '' : isWorse ? ' regressed' : ' improved';
  const svg = makeShape('svg', {
    ...{ class: `interval${tone}`, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    ...{ width: String(width), height: String(height) },
  });
  svg.append(makeShape('path', { class: 'zero', d: `M${width / 2} 0V${height}` }));
  for (const { share, side } of dots) {
    const y = middle + (side === 'before' ? -1.4 : 1.4) * rowHeight;
    svg.append(makeShape('circle', { class: side, cx: x(share), cy: y.toFixed(1), r: '2' }));
  }
  svg.append(
    makeShape('path', { class: 'range', d: `M${x(low)} ${middle}H${x(high)}` }),
    makeShape('circle', { cx: x(value), cy: String(middle), r: '3.5' }),
  );
  return svg;
}

function toLog(share: number): number {
  return Math.log1p(Math.max(share, -0.999));
}
