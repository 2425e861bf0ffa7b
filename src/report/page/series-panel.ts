/// <reference lib="dom" />
import type { SeriesVerdict } from '../../contract/documents.ts';
import { formatChange, formatQuantity, type ShownMetric } from '../../contract/units.ts';
import { titleMetric } from '../../contract/metrics.ts';
import { buildRepeatsOption } from '../chart/repeats-option.ts';
import { buildSpreadOption } from '../chart/spread-option.ts';
import { findBounds, findRange, findThreshold } from '../chart/value-range.ts';
import type { PageData } from '../page-data.ts';
import { makePlain } from '../plain-text.ts';
import {
  indexMetrics,
  nameSlice,
  formatLevels,
  formatMove,
  formatRuns,
  unitOf,
} from '../series-words.ts';
import { indexSpreads, type ShownSpread } from '../spreads.ts';
import { drawChart } from './draw-chart.ts';
import { makeElement, makeTable } from './make-element.ts';

/** Charts are drawn when their series is opened for the first time, and never before. */
export function enableSeriesPanels(data: PageData): void {
  const metrics = indexMetrics(data.metrics);
  const findSpread = indexSpreads(data.spreads);
  for (const panel of document.querySelectorAll<HTMLDetailsElement>('details.series')) {
    const series = data.series[Number(panel.dataset['series'])];
    const drawing = panel.querySelector<HTMLElement>('.drawing');
    if (!series || !drawing) continue;
    const unit = unitOf(series.metric, metrics);
    const direction = metrics.get(series.metric)?.direction ?? 'lower';
    panel.addEventListener('toggle', () => {
      if (panel.open && drawing.childElementCount === 0)
        fillDrawing(drawing, series, { unit, direction }, findSpread(series));
    });
  }
}

function fillDrawing(
  drawing: HTMLElement,
  series: SeriesVerdict,
  metric: ShownMetric,
  spread: ShownSpread | undefined,
): void {
  const frame = makeElement('div', { class: 'chart' });
  drawing.append(frame, makeLegend(series, metric));
  drawChart(frame, describeChart(series, metric), (theme) => {
    return buildRepeatsOption(series, metric, theme);
  });
  if (spread !== undefined) drawSpreadChart(drawing, spread, metric);
  drawing.append(
    makeElement(
      'details',
      { class: 'numbers' },
      makeElement('summary', {}, 'Every repeat in numbers'),
      tabulateRepeats(series, metric),
    ),
  );
}

/** The values within the executions: the metrics of a distribution are points of these lines. */
function drawSpreadChart(drawing: HTMLElement, spread: ShownSpread, { unit }: ShownMetric): void {
  const frame = makeElement('div', { class: 'chart' });
  const title = makePlain(`All values of ${spread.metric}, before and after`);
  drawing.append(makeElement('p', { class: 'quiet' }, title), frame);
  drawChart(frame, title, (theme) => buildSpreadOption(spread, unit, theme));
}

function describeChart(series: SeriesVerdict, { unit }: ShownMetric): string {
  const change = [formatLevels(series, unit), formatMove(series, unit)].filter((one) => one !== '');
  return makePlain(
    `${titleMetric(series.metric)} of ${nameSlice(series)}: ${change.join(', ')}; ${formatRuns(series)}`,
  );
}

/** Only what this chart shows. */
function makeLegend(series: SeriesVerdict, { direction }: ShownMetric): HTMLElement {
  const range = findRange(series, direction);
  const { before, after } = series;
  const rejected = [before, after].flatMap((side) => {
    return side.rejected.map((repeat) => side.values[repeat] ?? range.low);
  });
  const entries: [shown: boolean, kind: string, text: string][] = [
    [before.values.length > 0, 'dot before', 'before'],
    [after.values.length > 0, 'dot after', 'after'],
    [rejected.length > 0, 'cross', 'rejected outlier'],
    [rejected.some((value) => value > range.high || value < range.low), 'arrow', 'beyond the axis'],
    [after.location !== undefined, 'level', 'level'],
    [findBounds(series) !== undefined, 'band', 'where the level after may lie'],
    [findThreshold(series, direction) !== undefined, 'limit', 'too much'],
  ];
  const items = entries
    .filter(([shown]) => shown)
    .map(([, kind, text]) => {
      return makeElement('li', {}, makeElement('i', { class: kind, 'aria-hidden': 'true' }), text);
    });
  return makeElement('ul', { class: 'legend' }, ...items);
}

function tabulateRepeats({ before, after }: SeriesVerdict, { unit }: ShownMetric): HTMLElement {
  const repeats = Math.max(before.values.length, after.values.length);
  const show = (value: number | null | undefined, rejected: boolean): string => {
    if (value === null || value === undefined) return 'none';
    return `${formatQuantity(value, unit)}${rejected ? ' ✕ rejected' : ''}`;
  };
  const rows = Array.from({ length: repeats }, (_, repeat) => {
    const [left, right] = [before.values[repeat], after.values[repeat]];
    const paired = typeof left === 'number' && typeof right === 'number' && left > 0;
    return [
      String(repeat + 1),
      show(left, before.rejected.includes(repeat)),
      show(right, after.rejected.includes(repeat)),
      paired ? formatChange(right / left - 1) : '',
    ];
  });
  return makeTable('Every repeat, pair by pair', ['Pair', 'Before', 'After', 'Change'], rows);
}
