import type { Metric, SeriesVerdict } from '../contract/documents.ts';
import { findThreshold } from './chart/value-range.ts';
import { html, type Markup } from './html-text.ts';

const width = 120;
const height = 18;
/** The picture ends at half as much again (and at a third less); what lies beyond is an arrow there. */
const edge = Math.log(1.5);

/**
 * The interval of the change as a small picture on a logarithmic scale, no change in the middle:
 * a line for the interval, a dot for the estimate, a tick where worse becomes too much.
 */
export function drawInterval(series: SeriesVerdict, direction: Metric['direction']): Markup {
  const { change, interval } = series.evidence;
  if (change === undefined) return html``;
  const lower = place(interval?.lower ?? (interval === undefined ? change : -1));
  const upper = place(interval?.upper ?? (interval === undefined ? change : Infinity));
  return html`<svg
    class="interval"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
    aria-hidden="true"
  >
    <path class="zero" d="M${width / 2} 0V${height}" />
    ${drawLimit(series, direction)}
    <path class="range" d="M${lower} ${height / 2}H${Math.max(upper, lower + 1)}" />
    ${drawEstimate(change)}
  </svg>`;
}

function drawLimit(series: SeriesVerdict, direction: Metric['direction']): Markup {
  const base = series.before.location;
  const limit = findThreshold(series, direction);
  if (limit === undefined || base === undefined || base === 0) return html``;
  return html`<path class="limit" d="M${place(limit / base - 1)} 2V${height - 2}" />`;
}

function drawEstimate(change: number): Markup {
  const x = place(change);
  const y = height / 2;
  if (Math.abs(toLog(change)) <= edge) return html`<circle cx="${x}" cy="${y}" r="3.5" />`;
  const back = change > 0 ? -7 : 7;
  return html`<path class="beyond" d="M${x} ${y}l${back} -5v10z" />`;
}

function toLog(change: number): number {
  return change <= -1 ? -Infinity : Math.log1p(change);
}

/** From a ratio minus one to a horizontal place in the picture. */
function place(change: number): number {
  const share = Math.max(-1, Math.min(1, toLog(change) / edge));
  return Math.round((width / 2 + share * (width / 2 - 4)) * 10) / 10;
}
