import { titleMetric } from '../../contract/metrics.ts';
import { chooseScale, type Unit } from '../../contract/units.ts';
import type { Block } from '../markdown-budget.ts';
import { cleanAddress, showCode, showProse } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { nameSpan } from '../series-words.ts';
import { showLines } from './paragraphs.ts';
import type { ViewHistory } from './view.ts';

/** As many as have room for their commits below the axis. */
const mostPoints = 12;
/** Nothing that a test consumes; written out it would only fill the page. */
const largest = 1e15;
const shortCommit = 7;

/**
 * Where the level of the worst series comes from, as a Mermaid chart. Nothing in the chart itself comes
 * from outside but figures, hexadecimal digits and the letters of the metric's name.
 * @param url of the same series on the dashboard
 */
export function chartHistory(history: ViewHistory | undefined, url?: string): Block[] {
  if (history === undefined) return [];
  const points = history.points
    .filter(({ value }) => Number.isFinite(value) && value >= 0 && value <= largest)
    .slice(-mostPoints);
  if (points.length < 2) return [];
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = (high - low) * 0.15 || high * 0.02 || 1;
  const { factor, name } = chooseScale(high, readUnit(history.unit));
  const write = (value: number): string =>
    (value / factor).toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 6 });
  const metric = cutPlain(titleMetric(history.metric), 60);
  const axis = metric.replace(/[^\w ,.]/g, ' ').trim();
  const labels = points.map(({ commit }, index) => labelPoint(commit, index));
  const span = showCode(cutPlain(nameSpan(history), 150));
  return showLines([
    '<details>',
    '<summary>History of the worst series</summary>',
    '',
    `${showProse(metric)} of ${span} at ${points.length === 2 ? 'the last build' : `the last ${points.length - 1} builds`} of the branch; the last point is this change. Other machines measured them, so only steps that stay count.${linkDashboard(url)}`,
    '',
    '```mermaid',
    `%%{init: ${JSON.stringify(looks)}}%%`,
    'xychart-beta',
    `  x-axis "Commit" [${labels.map((label) => `"${label}"`).join(', ')}]`,
    `  y-axis "${axis}${name === '' ? '' : ` (${name})`}" ${write(Math.max(0, low - room))} --> ${write(high + room)}`,
    `  line [${values.map(write).join(', ')}]`,
    '```',
    '',
    '</details>',
  ]);
}

function linkDashboard(url: string | undefined): string {
  const address = url === undefined ? undefined : cleanAddress(url);
  return address === undefined
    ? ''
    : ` [Since which commit, on which hosts, what else moved](${address})`;
}

/** Readable on a light and on a dark page. */
const looks = {
  xyChart: { width: 800, height: 260 },
  themeVariables: { xyChart: { plotColorPalette: '#3b82f6' } },
};

function readUnit(unit: string): Unit {
  return unit === 'ns' || unit === 'bytes' ? unit : 'count';
}

function labelPoint(commit: string, index: number): string {
  return /^[0-9a-f]{7,64}$/.test(commit) ? commit.slice(0, shortCommit) : String(index + 1);
}
