/// <reference lib="dom" />
import { titleMetric } from '../../contract/metrics.ts';
import { buildSlicesOption, nameValue } from '../chart/slices-option.ts';
import type { PageData } from '../page-data.ts';
import { indexMetrics, formatEstimate, formatLocation, unitOf } from '../series-words.ts';
import { listSlices, type Slice } from '../slices.ts';
import { makePlain } from '../plain-text.ts';
import { drawChart } from './draw-chart.ts';
import { makeElement, makeTable } from './make-element.ts';

const steps = ['key', 'label', 'metric'] as const;
const titles = { key: 'Annotation', label: 'Span', metric: 'Metric' };

/** Choose an annotation, a span and a metric, and see the metric over the annotation's values. */
export function enableSlices(data: PageData): void {
  const section = document.querySelector<HTMLElement>('#slices');
  const fields = section?.querySelector('.fields');
  const drawing = section?.querySelector<HTMLElement>('.drawing');
  const slices = listSlices(data.series);
  const [first] = slices;
  if (!section || !fields || !drawing || first === undefined) return;
  section.hidden = false;

  const frame = makeElement('div', { class: 'chart' });
  const table = makeElement('div');
  drawing.append(frame, makeLegend(), table);
  const selects = steps.map((step) => {
    const select = makeElement('select');
    fields.append(makeElement('label', {}, titles[step], select));
    return { step, select };
  });
  let chosen: Slice = first;
  const metrics = indexMetrics(data.metrics);
  const chart = drawChart(frame, '', (theme) => {
    return buildSlicesOption(chosen, { unit: unitOf(chosen.metric, metrics) }, theme);
  });

  const apply = (): void => {
    // Each choice narrows what the next one offers; what it offered before stays chosen if it can.
    let left = slices;
    for (const { step, select } of selects) {
      const values = [...new Set(left.map((slice) => slice[step]))];
      offer(select, values, step === 'metric' ? titleMetric : String);
      left = left.filter((slice) => slice[step] === select.value);
    }
    chosen = left[0] ?? first;
    frame.setAttribute('aria-label', describeSlice(chosen));
    chart.redraw();
    table.replaceChildren(tabulateSlice(chosen, data));
  };
  for (const { select } of selects) select.addEventListener('change', apply);
  apply();
}

function offer(
  select: HTMLSelectElement,
  values: readonly string[],
  name: (value: string) => string,
): void {
  const before = select.value;
  const options = values.map((value) => {
    const option = makeElement('option', {}, makePlain(name(value)));
    option.value = value;
    return option;
  });
  select.replaceChildren(...options);
  select.value = values.includes(before) ? before : (values[0] ?? '');
}

function describeSlice({ key, metric, label }: Slice): string {
  return makePlain(`${titleMetric(metric)} of ${label} by ${key}, before and after`);
}

function makeLegend(): HTMLElement {
  const items = [
    ['dot before', 'before'],
    ['diamond after', 'after'],
  ].map(([kind = '', text = '']) => {
    return makeElement('li', {}, makeElement('i', { class: kind, 'aria-hidden': 'true' }), text);
  });
  return makeElement('ul', { class: 'legend' }, ...items);
}

function tabulateSlice(slice: Slice, data: PageData): HTMLElement {
  const unit = unitOf(slice.metric, indexMetrics(data.metrics));
  const rows = slice.series.map((one) => [
    nameValue(one),
    makePlain(one.series.test),
    formatLocation(one.series.before, unit),
    formatLocation(one.series.after, unit),
    formatEstimate(one.series, unit),
    one.series.state.replace('-', ' '),
  ]);
  const columns = [makePlain(slice.key), 'Test', 'Before', 'After', 'Change', 'State'];
  return makeTable(describeSlice(slice), columns, rows);
}
