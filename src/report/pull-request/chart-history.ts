import { onPlatform } from '../../contract/platforms.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { chooseScale, formatQuantity, type Unit, formatShare } from '../../contract/units.ts';
import { type Block, fold, type Inline, type LineChart, list, paragraph } from '../blocks.ts';
import { chartColours } from '../chart-colours.ts';
import { cutPlain } from '../plain-text.ts';
import { nameOf } from '../series-table.ts';
import { nameSlice } from '../series-words.ts';
import type { ViewHistory, ViewLevel, ViewLevelChange } from './view.ts';

/** Nothing that a test consumes; written out it would only fill the page. */
const largest = 1e15;
const shortCommit = 7;
/** The newest ones. */
const mostChanges = 3;

/**
 * The history of the worst series' level, as a Mermaid chart and in words: a place whose Mermaid is too old shows an
 * error instead of the chart. Nothing in the chart itself comes from outside but figures and the letters of the
 * metric's name.
 * @param url of the same series on the dashboard
 */
export function chartHistory(history: ViewHistory | undefined, url?: string): Block[] {
  if (history === undefined) return [];
  const { here, isPaired, levels } = history;
  if (![...levels, here].every(isDrawable)) return [];
  const changes = history.changes.slice(-mostChanges);
  const commits = levels.length === 1 ? 'The commit' : `The last ${levels.length} commits`;
  const dashboard: Inline[] =
    url === undefined
      ? []
      : [' ', { link: 'Since which commit, on which hosts, what else moved', url }];
  return fold('History of the worst series', [
    ...paragraph(
      nameOf(history),
      ' of ',
      { code: nameSlice(history) },
      `${onPlatform(history.platform)}. ${commits} of the branch that builds measured, and at 0 this change. ${isPaired ? paired : alone}`,
      ...dashboard,
    ),
    { kind: 'chart', chart: drawHistory(history, changes) },
    ...list(
      [...changes.map((change) => formatChangeOfLevel(change, history)), formatHere(history)],
      'changes',
    ),
  ]);
}

const paired =
  'The levels leave out how machines differ, by the builds that measured two commits on one machine.';
const alone =
  'No build measured two commits on one machine, so the levels are raw: differences between machines are in them.';

function isDrawable({ high, low, value }: ViewLevel): boolean {
  return [low, value, high].every(Number.isFinite) && value >= 0 && high <= largest;
}

function drawHistory(
  { here, levels, metric, unit }: ViewHistory,
  changes: readonly ViewLevelChange[],
): LineChart {
  const shown = [...levels, here];
  const low = Math.max(0, Math.min(...shown.map((one) => one.low)));
  const high = Math.max(...shown.map((one) => one.high));
  const room = (high - low) * 0.05 || high * 0.02 || 1;
  const { factor, name } = chooseScale(high, readUnit(unit));
  const scale = (value: number): number => Math.max(0, value) / factor;
  const { interval, level, mean } = chartColours;
  const line = (colour: string, values: readonly number[]) => ({
    colour,
    values: values.map(scale),
  });
  const title = cutPlain(titleMetric(metric), 60);
  const means = changes.length === 0 ? [] : [line(mean, listMeans(changes, shown.length))];
  return {
    x: { title: 'Measured commits before this change', ticks: { from: -levels.length, to: 0 } },
    y: {
      title: `${title}${name === '' ? '' : ` (${name})`}`,
      low: scale(low - room),
      high: scale(high + room),
    },
    lines: [
      line(
        interval,
        shown.map((one) => one.low),
      ),
      line(
        interval,
        shown.map((one) => one.high),
      ),
      ...means,
      line(
        level,
        shown.map(({ value }) => value),
      ),
    ],
    width: 800,
    legend: `Blue: the level. Grey: its 95% interval.${changes.length === 0 ? '' : ' Orange: the mean level between changes, without this change.'}`,
  };
}

/** The mean level at each place that is drawn, in a straight line from one level to the next. */
function listMeans(of: readonly ViewLevelChange[], count: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const last = of.findLast(({ from }) => place > from);
    if (last === undefined) return of[0]?.before ?? 0;
    const { after, before, from, to } = last;
    return before + (after - before) * Math.min(1, (place - from) / (to - from));
  });
}

function formatChangeOfLevel(
  { after, before, change, from, isGradual, to }: ViewLevelChange,
  { levels, unit }: ViewHistory,
): Inline[] {
  const verb = after > before ? 'rose' : 'fell';
  const share = before > 0 ? ` by ${formatShare(change)}` : '';
  const [low, high] = [before, after].map((value) => formatQuantity(value, readUnit(unit)));
  const last = nameCommit(levels[to]?.commit);
  const first = nameCommit(levels[from]?.commit);
  const where: Inline[] = to - from > 1 ? ['between ', first, ' and ', last] : ['at ', last];
  const gradually = isGradual ? ' step by step' : '';
  const back = levels.length - to;
  return [
    `The level ${verb}${gradually}${share}, from ${low} to ${high}, `,
    ...where,
    `, ${back} measured ${back === 1 ? 'commit' : 'commits'} ago.`,
  ];
}

function formatHere({ here, levels, unit }: ViewHistory): string {
  const formatLevel = ({ high, low, value }: ViewLevel): string => {
    const [from, at, to] = [low, value, high].map((one) => formatQuantity(one, readUnit(unit)));
    return `${at} (${from} to ${to})`;
  };
  const newest = levels.at(-1);
  const branch = newest === undefined ? '' : `Newest level of the branch: ${formatLevel(newest)}. `;
  return `${branch}This change: ${formatLevel(here)}.`;
}

/** A commit of an artifact is shown only where it can be one. */
function nameCommit(commit = ''): Inline {
  return /^[0-9a-f]{7,64}$/.test(commit)
    ? { code: commit.slice(0, shortCommit) }
    : 'an unnamed commit';
}

function readUnit(unit: string): Unit {
  return unit === 'ns' || unit === 'bytes' ? unit : 'count';
}
