/// <reference lib="dom" />
import type { SeriesSummary } from '../../api/answers.ts';
import { makeShape } from './elements.ts';

const [width, height, margin] = [160, 36, 3];
/** Levels that move by less than this share look steady: a step of 24% fills the height, noise of 2% does not. */
const leastRange = 0.2;

type Drawn = Pick<SeriesSummary, 'recent' | 'band' | 'recentChange' | 'newestChange'>;

/**
 * The newest levels with their 95% interval, in colour since the newest change. The numbers beside it say the same, so
 * it is hidden from screen readers.
 */
export function makeSparkline({ band = [], newestChange, recent, recentChange }: Drawn): Node {
  const viewBox = `0 0 ${width} ${height}`;
  const svg = makeShape('svg', { class: 'sparkline', viewBox, 'aria-hidden': 'true' });
  if (recent.length < 2) return svg;
  const [low, high] = [Math.min(...recent), Math.max(...recent)];
  const range = Math.max(high - low, leastRange * Math.abs((low + high) / 2)) || 1;
  const top = (low + high) / 2 + range / 2;
  const point = (i: number, value: number): string => {
    const x = margin + (i / (recent.length - 1)) * (width - 2 * margin);
    const y = margin + ((top - value) / range) * (height - 2 * margin);
    return `${x.toFixed(1)} ${Math.min(height, Math.max(0, y)).toFixed(1)}`;
  };
  const draw = (kind: string, points: readonly string[]): void => {
    if (points.length > 0)
      svg.append(makeShape('path', { class: kind, d: `M${points.join('L')}` }));
  };
  const [lows, highs] = [0, 1].map((end) => band.map((one, i) => point(i, one[end] ?? 0)));
  draw('band', [...(highs ?? []), ...(lows ?? []).toReversed()]);
  const line = recent.map((value, i) => point(i, value));
  draw('line', line);
  if (recentChange === undefined || newestChange === undefined) return svg;
  draw(newestChange.isWorse ? 'regressed' : 'improved', line.slice(recentChange - 1));
  return svg;
}
