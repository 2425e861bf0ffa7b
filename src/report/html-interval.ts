import type { SeriesVerdict } from '../contract/documents.ts';
import { html, type Markup } from './html-text.ts';

const width = 120;
const height = 18;
/** The picture ends where a side doubles or halves; what lies beyond ends in an open line. */
const edge = Math.log(2);

/**
 * The interval of the change as a small picture on a logarithmic scale, no change in the middle:
 * a line for the interval, a dot for the estimate, a tick where worse becomes too much.
 */
export function drawInterval({ evidence, threshold }: SeriesVerdict): Markup {
  const { change, interval } = evidence;
  if (change === undefined) return html``;
  const lower = place(interval?.lower ?? (interval === undefined ? change : -1));
  const upper = place(interval?.upper ?? (interval === undefined ? change : Infinity));
  const limit =
    threshold.relative === undefined
      ? html``
      : html`<path class="limit" d="M${place(threshold.relative)} 2V${height - 2}" />`;
  return html`<svg
    class="interval"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    aria-hidden="true"
  >
    <path class="zero" d="M${width / 2} 0V${height}" />
    ${limit}
    <path class="range" d="M${lower} ${height / 2}H${Math.max(upper, lower + 1)}" />
    <circle cx="${place(change)}" cy="${height / 2}" r="3.5" />
  </svg>`;
}

/** From a ratio minus one to a horizontal place in the picture. */
function place(change: number): number {
  const log = change <= -1 ? -edge : Math.log1p(change);
  const share = Math.max(-1, Math.min(1, log / edge));
  return Math.round((width / 2 + share * (width / 2 - 4)) * 10) / 10;
}
