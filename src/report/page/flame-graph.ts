/// <reference lib="dom" />
import { CustomChart } from 'echarts/charts';
import { use } from 'echarts/core';
import type { Side } from '../../contract/documents.ts';
import { formatQuantity, formatShare } from '../../contract/units.ts';
import { buildFlamesOption, rowHeightPx } from '../chart/flames-option.ts';
import { findMostGrown, type FlameNode, growthOf, growTree, unitOf } from '../flame-tree.ts';
import { type PageData, type PageExplanation, unpackStacks } from '../page-data.ts';
import { makePlain } from '../plain-text.ts';
import { drawChart } from './draw-chart.ts';
import { layOutFlames, searchFlames } from './lay-out-flames.ts';
import { makeElement } from './make-element.ts';
import { makeTreeTable } from './tree-table.ts';

use([CustomChart]);

/** Each graph is drawn when its fold is opened for the first time; the first one is open. */
export function enableFlameGraphs({ explanations }: PageData): void {
  for (const [place, explanation] of explanations.entries()) {
    const selector = `details[data-explanation="${place}"]`;
    const fold = document.querySelector<HTMLDetailsElement>(selector);
    const drawing = fold?.querySelector<HTMLElement>('.drawing');
    const table = fold?.querySelector('table');
    if (!fold || !drawing || !table) continue;
    const draw = (): void => {
      if (fold.open && drawing.childElementCount === 0) drawFlames(drawing, table, explanation);
    };
    fold.addEventListener('toggle', draw);
    draw();
  }
}

/** A graph and a tree table of the same functions, with one choice of what they show. */
function drawFlames(
  drawing: HTMLElement,
  table: HTMLTableElement,
  explanation: PageExplanation,
): void {
  const unit = unitOf(explanation);
  const nodes = growTree(unpackStacks(explanation));
  const roots = nodes.filter(({ caller }) => caller === undefined);
  const most = Math.max(...nodes.map((node) => Math.abs(growthOf(node))), 1);
  let zoomed: FlameNode | undefined;
  const { fields, search, side, top } = makeFields(roots);
  const whole = makeElement('button', { type: 'button' }, 'Whole');
  const status = makeElement('p', { class: 'quiet', role: 'status' });
  const frame = makeElement('div', { class: 'chart' });
  const scroller = makeElement('div', {
    ...{ class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Flame graph' },
  });
  scroller.append(frame);
  fields.append(whole);
  drawing.append(fields, status, scroller, makeElement('p', { class: 'quiet hint' }, hint));

  const view = () => {
    const chosen = roots[Number(top.value)];
    const tops = chosen === undefined ? roots : [chosen];
    const shown = side.value as Side;
    const boxes = layOutFlames(zoomed === undefined ? tops : [zoomed], shown);
    return { boxes, tops, side: shown, found: searchFlames(tops, search.value) };
  };
  let seen = view();
  const setHeight = (): void => {
    frame.style.height = `${rowHeightPx * (1 + Math.max(0, ...seen.boxes.map(({ row }) => row)))}px`;
  };
  setHeight();
  const title = makePlain(`Flame graph of ${explanation.test}, as a table below`);
  const { chart, redraw } = drawChart(frame, title, (theme) => {
    const isSearched = search.value.trim() !== '';
    const found = isSearched ? seen.found.nodes : undefined;
    return buildFlamesOption({ boxes: seen.boxes, unit, most, found }, theme);
  });
  const tree = makeTreeTable(table, unit, (node) => zoom(node));
  const update = (): void => {
    seen = view();
    setHeight();
    chart.resize();
    redraw();
    tree.show({ tops: seen.tops, zoomed, found: seen.found.nodes });
    status.textContent = [
      ...(zoomed === undefined ? [] : [describeZoom(zoomed, seen)]),
      ...(search.value.trim() === '' ? [] : [describeFound(seen)]),
    ].join(' ');
  };
  const zoom = (node: FlameNode | undefined): void => {
    zoomed = node;
    if (node?.[seen.side] === 0) side.value = seen.side === 'after' ? 'before' : 'after';
    if (node !== undefined) tree.reveal(node);
    update();
  };
  const describeZoom = (node: FlameNode, shown: typeof seen): string => {
    const total = shown.tops.reduce((sum, one) => sum + one[shown.side], 0);
    return `${node.name}: ${formatQuantity(node[shown.side], unit)} ${shown.side}, ${formatShare(node[shown.side] / total)} of the whole.`;
  };
  const describeFound = ({ found: { nodes: matches, share } }: typeof seen): string => {
    if (matches.size === 0) return 'No function has such a name.';
    const part = unit === 'ns' ? 'time' : 'memory';
    return `${matches.size.toLocaleString('en-US')} found: ${formatShare(share.after)} of the ${part} after, ${formatShare(share.before)} before.`;
  };
  search.addEventListener('input', () => {
    for (const node of searchFlames(seen.tops, search.value).nodes) tree.reveal(node);
    update();
  });
  side.addEventListener('change', () =>
    zoom(zoomed?.[side.value as Side] === 0 ? undefined : zoomed),
  );
  top.addEventListener('change', () => zoom(undefined));
  whole.addEventListener('click', () => zoom(undefined));
  chart.on('click', ({ dataIndex }) => zoom(seen.boxes[dataIndex]?.node));
  const grown = findMostGrown(nodes);
  if (grown !== undefined) tree.reveal(grown);
  update();
}

const hint =
  'As wide as what a function takes with all that it calls; red: more than before, blue: less. Click a function, or press Enter at its row, to zoom. Arrow keys move in the table, open and close.';

function makeFields(roots: readonly FlameNode[]) {
  const offer = (values: readonly (readonly [value: string, text: string])[]) =>
    makeElement(
      'select',
      {},
      ...values.map(([value, text]) => makeElement('option', { value }, text)),
    );
  const search = makeElement('input', {
    ...{ type: 'search', placeholder: 'function, file', autocomplete: 'off' },
  });
  const side = offer([
    ['after', 'after'],
    ['before', 'before'],
  ]);
  const top = offer([
    ['all', 'all'],
    ...roots.map(({ name }, place) => [String(place), name] as const),
  ]);
  const fields = makeElement(
    'div',
    { class: 'fields' },
    makeElement('label', {}, 'Search functions', search),
    makeElement('label', {}, 'Width', side),
    ...(roots.length > 1 ? [makeElement('label', {}, 'Process or thread', top)] : []),
  );
  return { fields, search, side, top };
}
