import { titleMetric } from '../../contract/metrics.ts';
import { chooseScale, formatChange, formatQuantity, type Unit } from '../../contract/units.ts';
import type { Block } from '../markdown-budget.ts';
import { cleanAddress, showCode, showProse } from '../markdown-text.ts';
import { cutPlain } from '../plain-text.ts';
import { nameSpan } from '../series-words.ts';
import { showLines } from './paragraphs.ts';
import type { ViewHistory, ViewLevel, ViewLevelChange } from './view.ts';

/** Nothing that a test consumes; written out it would only fill the page. */
const largest = 1e15;
const shortCommit = 7;
/** The newest ones. */
const mostChanges = 3;

/**
 * Where the level of the worst series comes from, as a Mermaid chart and in words: a place whose Mermaid is too old
 * shows an error instead of the chart. Nothing in the chart itself comes from outside but figures and the letters of
 * the metric's name.
 * @param url of the same series on the dashboard
 */
export function chartHistory(history: ViewHistory | undefined, url?: string): Block[] {
  if (history === undefined) return [];
  const { here, isPaired, levels } = history;
  const shown = [...levels, here];
  if (!shown.every(isDrawable)) return [];
  const changes = history.changes.slice(-mostChanges);
  const metric = cutPlain(titleMetric(history.metric), 60);
  const span = showCode(cutPlain(nameSpan(history), 150));
  const commits = levels.length === 1 ? 'The commit' : `The last ${levels.length} commits`;
  const means =
    changes.length === 0 ? '' : ' Orange: the mean level between changes, without this change.';
  return showLines([
    '<details>',
    '<summary>History of the worst series</summary>',
    '',
    `${showProse(metric)} of ${span}. ${commits} of the branch that builds measured, and at 0 this change. Blue: the level. Grey: its 95% interval.${means} ${isPaired ? paired : alone}${linkDashboard(url)}`,
    '',
    ...drawChart(history, changes),
    '',
    ...changes.map((change) => `- ${tellChangeOfLevel(change, history)}`),
    `- ${tellHere(history)}`,
    '',
    '</details>',
  ]);
}

const paired =
  'Builds that measured two commits on one machine tell how machines differ, and the levels leave that out.';
const alone =
  'No build measured two commits on one machine, so the levels are raw: differences between machines are in them.';

function isDrawable({ high, low, value }: ViewLevel): boolean {
  return [low, value, high].every(Number.isFinite) && value >= 0 && high <= largest;
}

function drawChart(
  { here, levels, metric, unit }: ViewHistory,
  changes: readonly ViewLevelChange[],
): string[] {
  const shown = [...levels, here];
  const [low, high] = [
    Math.max(0, Math.min(...shown.map((one) => one.low))),
    Math.max(...shown.map((one) => one.high)),
  ];
  const room = (high - low) * 0.05 || high * 0.02 || 1;
  const { factor, name } = chooseScale(high, readUnit(unit));
  // Mermaid reads no exponents.
  const write = (value: number): string =>
    (Math.max(0, value) / factor).toLocaleString('en-US', {
      useGrouping: false,
      maximumSignificantDigits: 6,
    });
  const draw = (values: readonly number[]): string => `  line [${values.map(write).join(', ')}]`;
  const axis = cutPlain(titleMetric(metric), 60)
    .replace(/[^\w ,.]/g, ' ')
    .trim();
  return [
    '```mermaid',
    `%%{init: ${JSON.stringify(describeLooks(changes.length > 0))}}%%`,
    'xychart-beta',
    `  x-axis "Measured commits before this change" -${levels.length} --> 0`,
    `  y-axis "${axis}${name === '' ? '' : ` (${name})`}" ${write(low - room)} --> ${write(high + room)}`,
    draw(shown.map((one) => one.low)),
    draw(shown.map((one) => one.high)),
    ...(changes.length === 0 ? [] : [draw(listMeans(changes, shown.length))]),
    draw(shown.map(({ value }) => value)),
    '```',
  ];

  /** Of as many places as are drawn: the mean level at each, in a straight line from one level to the next. */
  function listMeans(of: readonly ViewLevelChange[], count: number): number[] {
    return Array.from({ length: count }, (_, place) => {
      const last = of.findLast(({ from }) => place > from);
      if (last === undefined) return of[0]?.before ?? 0;
      const { after, before, from, to } = last;
      return before + (after - before) * Math.min(1, (place - from) / (to - from));
    });
  }
}

/** Readable on a light and on a dark page, in the order of the lines. */
function describeLooks(hasChanges: boolean) {
  const { interval, level, mean } = { interval: '#8b949e', level: '#3b82f6', mean: '#f97316' };
  const palette = [interval, interval, ...(hasChanges ? [mean] : []), level];
  return {
    xyChart: { width: 800, height: 260 },
    themeVariables: { xyChart: { plotColorPalette: palette.join(', ') } },
  };
}

function tellChangeOfLevel(
  { after, before, change, from, isGradual, to }: ViewLevelChange,
  { levels, unit }: ViewHistory,
): string {
  const verb = after > before ? 'rose' : 'fell';
  const share = before > 0 ? ` by ${formatChange(Math.abs(change)).slice(1)}` : '';
  const [low, high] = [before, after].map((value) => formatQuantity(value, readUnit(unit)));
  const last = nameCommit(levels[to]?.commit);
  const first = nameCommit(levels[from]?.commit);
  const where = to - from > 1 ? `between ${first} and ${last}` : `at ${last}`;
  const gradually = isGradual ? ' step by step' : '';
  const back = levels.length - to;
  return `The level ${verb}${gradually}${share}, from ${low} to ${high}, ${where}, ${back} measured ${back === 1 ? 'commit' : 'commits'} ago.`;
}

function tellHere({ here, levels, unit }: ViewHistory): string {
  const tell = ({ high, low, value }: ViewLevel): string => {
    const [from, at, to] = [low, value, high].map((one) => formatQuantity(one, readUnit(unit)));
    return `${at} (${from} to ${to})`;
  };
  const newest = levels.at(-1);
  const branch = newest === undefined ? '' : `Newest level of the branch: ${tell(newest)}. `;
  return `${branch}This change: ${tell(here)}.`;
}

/** What an artifact calls a commit is shown only where it can be one. */
function nameCommit(commit = ''): string {
  return /^[0-9a-f]{7,64}$/.test(commit)
    ? showCode(commit.slice(0, shortCommit))
    : 'an unnamed commit';
}

function linkDashboard(url: string | undefined): string {
  const address = url === undefined ? undefined : cleanAddress(url);
  return address === undefined
    ? ''
    : ` [Since which commit, on which hosts, what else moved](${address})`;
}

function readUnit(unit: string): Unit {
  return unit === 'ns' || unit === 'bytes' ? unit : 'count';
}
