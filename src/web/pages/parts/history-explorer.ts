/// <reference lib="dom" />
import type { Series } from '../../api/answers.ts';
import { makeElement } from '../../../report/page/make-element.ts';
import {
  type Beside,
  findHistoryRange,
  type HistoryView,
  type PlacedRepeats,
  placeRepeats,
} from '../charts/history-view.ts';
import { readPlace } from '../format/read-place.ts';
import { titleSeries } from '../format/name-things.ts';
import { CustomChart } from 'echarts/charts';
import { DataZoomComponent, MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type DrawnChart, drawChart } from '../../../report/page/draw-chart.ts';
import { buildHistoryOption } from '../charts/history-option.ts';

export interface HistoryExplorer {
  element: HTMLElement;
  /** Once the element is in the document. */
  start(): void;
  zoom(from: number, to: number): void;
  /** Shows the same series, and those beside it, with other commits in detail. */
  replace(answer: Series, beside: readonly Beside[]): void;
}

interface Notes {
  /** The reader looks at another commit. */
  onPlace(place: number, isChosen: boolean): void;
  onZoom(from: number, to: number): void;
}

const fewestShown = 4;
const perKey = 10;
/** Below this a person clicked. In pixels. */
const leastDrag = 8;

/**
 * The chart of a series as one control: the pointer or the arrow keys move along its commits, the wheel with Ctrl,
 * a pinch or + and - zoom. What stands there is said below it, and to screen readers.
 */
export function makeHistoryExplorer(first: HistoryView, at: number, notes: Notes): HistoryExplorer {
  let view = first;
  let { answer } = view;
  const last = Math.max(0, answer.commits.length - 1);
  const frame = makeElement('div', { class: 'chart history' });
  const cursor = makeElement('div', { class: 'cursor', hidden: '' });
  const chosen = makeElement('div', { class: 'chosen', hidden: '' });
  const element = makeElement(
    'div',
    {
      class: 'explorer',
      id: 'chart',
      tabindex: '0',
      role: 'slider',
      'aria-label': `${titleSeries(answer.series)} over the commits of the branch. Arrow keys choose a commit, + and - zoom.`,
      'aria-valuemin': '0',
      'aria-valuemax': String(last),
    },
    frame,
    cursor,
    chosen,
  );
  let { from, to } = view;
  let place = at;
  let drawn: ReturnType<typeof drawHistory> | undefined;
  let placed = placeRepeats(answer, view.run);

  const moveCursor = (): void => {
    const point = drawn?.chart.convertToPixel({ gridIndex: 0 }, [place, 0]) as unknown;
    const x = Array.isArray(point) ? Number(point[0]) : NaN;
    cursor.hidden = !(place >= from - 0.5 && place <= to + 0.5 && Number.isFinite(x));
    cursor.style.left = `${x}px`;
  };
  const look = (asked: number, isChosen: boolean): void => {
    place = Math.min(last, Math.max(0, Math.round(asked)));
    element.setAttribute('aria-valuenow', String(place));
    element.setAttribute('aria-valuetext', readPlace(answer, place));
    moveCursor();
    notes.onPlace(place, isChosen);
  };
  const fitValues = (): void => {
    const range = findHistoryRange({ ...view, from, to }, placed);
    drawn?.chart.setOption({ yAxis: { min: range.low, max: range.high } });
    moveCursor();
  };
  const zoom = (first: number, end: number): void => {
    const room = Math.max(fewestShown, end - first);
    from = Math.max(0, Math.min(first, last - room));
    to = Math.min(last, from + room);
    drawn?.chart.dispatchAction({ type: 'dataZoom', startValue: from - 0.5, endValue: to + 0.5 });
  };
  const scale = (by: number): void => {
    const half = Math.max(fewestShown, (to - from) * by) / 2;
    const middle = Math.min(Math.max(place, from), to);
    zoom(Math.round(middle - half), Math.round(middle + half));
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => look(place - 1, true),
    ArrowRight: () => look(place + 1, true),
    ArrowDown: () => look(place - 1, true),
    ArrowUp: () => look(place + 1, true),
    PageDown: () => look(place - perKey, true),
    PageUp: () => look(place + perKey, true),
    Home: () => look(0, true),
    End: () => look(last, true),
    '+': () => scale(0.5),
    '=': () => scale(0.5),
    '-': () => scale(2),
    '0': () => zoom(0, last),
  };
  element.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
    if (place < from || place > to) zoom(place - (to - from) / 2, place + (to - from) / 2);
  });
  const placeAt = (event: PointerEvent): number | undefined => {
    const { left, top } = frame.getBoundingClientRect();
    const at = [event.clientX - left, event.clientY - top];
    if (drawn === undefined || !drawn.chart.containPixel({ gridIndex: 0 }, at)) return undefined;
    const point = drawn.chart.convertFromPixel({ gridIndex: 0 }, at) as unknown;
    return Array.isArray(point) ? Number(point[0]) : undefined;
  };
  followDrags(frame, chosen, {
    placeAt,
    onLook: look,
    onDrag: (first, end) => zoom(Math.floor(Math.min(first, end)), Math.ceil(Math.max(first, end))),
  });
  return {
    ...{ element, zoom },
    replace: (other, beside) => {
      answer = other;
      view = { ...view, answer, beside, from, to };
      placed = placeRepeats(answer, view.run);
      drawn?.redraw();
      look(place, false);
    },
    start: () => {
      drawn = drawHistory(frame, describe(answer), () => ({ placed, view }));
      drawn.chart.on('datazoom', () => {
        const { dataZoom } = drawn?.chart.getOption() as {
          dataZoom: { startValue: number; endValue: number }[];
        };
        const [zoomed] = dataZoom;
        if (zoomed === undefined) return;
        from = Math.max(0, Math.ceil(zoomed.startValue));
        to = Math.min(last, Math.floor(zoomed.endValue));
        fitValues();
        notes.onZoom(from, to);
      });
      new ResizeObserver(moveCursor).observe(frame);
      look(place, false);
    },
  };
}

function describe({ changes, series, ...answer }: Series): string {
  const { allLevels = answer.levels.length, allRuns = answer.runs.length } = answer;
  return `${titleSeries(series)}: ${allLevels} levels, ${allRuns} builds, ${changes.length} changes`;
}

use([CustomChart, DataZoomComponent, MarkLineComponent, CanvasRenderer]);

/** Draws the history of a series, with room for thousands of builds: on a canvas, in one go. */
function drawHistory(
  frame: HTMLElement,
  label: string,
  read: () => { view: HistoryView; placed: PlacedRepeats },
): DrawnChart {
  const drawn = drawChart(
    frame,
    label,
    (theme) => {
      const { placed, view } = read();
      return buildHistoryOption(view, placed, theme);
    },
    'canvas',
  );
  drawn.chart.getZr().flush();
  return drawn;
}

/**
 * The pointer over a chart: moving looks at a place, a click chooses it, and dragging with a mouse marks a range. A
 * finger scrolls the page.
 */
function followDrags(
  frame: HTMLElement,
  chosen: HTMLElement,
  {
    onDrag,
    onLook,
    placeAt,
  }: {
    /** Undefined outside of the values. */
    placeAt(this: void, event: PointerEvent): number | undefined;
    onLook(this: void, place: number, isChosen: boolean): void;
    onDrag(this: void, first: number, end: number): void;
  },
): void {
  let from: { x: number; place: number } | undefined;
  frame.addEventListener('pointerdown', (event) => {
    const place = placeAt(event);
    if (event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return;
    if (place !== undefined) from = { x: event.clientX, place };
  });
  frame.addEventListener('pointermove', (event) => {
    const place = placeAt(event);
    if (place !== undefined) onLook(place, false);
    if (from === undefined) return;
    const { left } = frame.getBoundingClientRect();
    chosen.hidden = Math.abs(event.clientX - from.x) < leastDrag;
    chosen.style.left = `${Math.min(event.clientX, from.x) - left}px`;
    chosen.style.width = `${Math.abs(event.clientX - from.x)}px`;
  });
  frame.addEventListener('pointerup', (event) => {
    const place = placeAt(event);
    const isDrag = !chosen.hidden;
    if (place !== undefined && from !== undefined && isDrag) onDrag(from.place, place);
    else if (place !== undefined && !isDrag) onLook(place, true);
    from = undefined;
    chosen.hidden = true;
  });
  frame.addEventListener('pointerleave', () => {
    from = undefined;
    chosen.hidden = true;
  });
}
