import { formatQuantity } from '../../contract/units.ts';
import { html, type Markup } from '../../report/html-text.ts';
import { medianOfStretch } from '../../stats/trim.ts';
import type { SeriesSpread } from '../../variability/measure-variability.ts';

const width = 640;
const margin = 6;
/** Of one round. */
const rowHeight = 12;

/** Beyond Tukey's fences: 1.5 times the distance of the quartiles away from them. */
export function findFences(values: readonly number[]): { low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const reach = 1.5 * (at(0.75) - at(0.25));
  return { low: at(0.25) - reach, high: at(0.75) + reach };
}

/** Every run as a dot, a row for each round; a tick at the median of the round. Outliers are rings. */
export function drawStrip({ metric, unit, values }: SeriesSpread): Markup {
  const all = values.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const { high, low } = findFences(all);
  const place = (value: number): number => {
    const share = most === least ? 0.5 : (value - least) / (most - least);
    return Math.round((margin + share * (width - 2 * margin)) * 10) / 10;
  };
  const height = rowHeight * values.length;
  const outliers = all.filter((value) => value < low || value > high).length;
  const rows = values.map((row, round) => {
    const y = rowHeight * (round + 0.5);
    const sorted = row.toSorted((a, b) => a - b);
    const middle = row.length === 0 ? undefined : place(medianOfStretch(sorted, 0, row.length));
    return html`${middle === undefined ? '' : html`<path d="M${middle} ${y - 5}v10" />`}
    ${row.map((value) => drawDot(place(value), y, value < low || value > high, `round ${round + 1}: ${formatQuantity(value, unit)}`))}`;
  });
  const label = `${metric}: ${all.length} runs from ${formatQuantity(least, unit)} to ${formatQuantity(most, unit)}, ${outliers} far out`;
  return html`<svg class="strip" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
    ${rows}
  </svg>`;
}

function drawDot(x: number, y: number, isOutlier: boolean, title: string): Markup {
  const [name, radius] = isOutlier ? ['outlier', 4.5] : ['run', 3];
  return html`<circle class="${name}" cx="${x}" cy="${y}" r="${radius}">
    <title>${title}</title>
  </circle>`;
}
