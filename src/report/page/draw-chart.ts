/// <reference lib="dom" />
import { LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartTheme } from '../chart/chart-theme.ts';
import type { ChartOption } from '../chart/repeats-option.ts';

use([LineChart, ScatterChart, GridComponent, MarkAreaComponent, TooltipComponent, SVGRenderer]);

type Draw = (theme: ChartTheme) => ChartOption;

/** Every chart on the page, to be drawn again when the colours change. */
const redraws = new Set<() => void>();

/** Draws a chart into an element that has a size, and keeps it fitting. The label says what it shows. */
export function drawChart(frame: HTMLElement, label: string, draw: Draw): { redraw(): void } {
  const chart = init(frame, null, { renderer: 'svg' });
  frame.setAttribute('role', 'img');
  frame.setAttribute('aria-label', label);
  const redraw = (): void => {
    chart.setOption(draw(readTheme(frame)), { notMerge: true });
  };
  redraw();
  redraws.add(redraw);
  new ResizeObserver(() => {
    if (frame.clientWidth > 0) chart.resize();
  }).observe(frame);
  return { redraw };
}

export function redrawCharts(): void {
  for (const redraw of redraws) redraw();
}

/** The style sheet's colours as the browser resolves them now, light or dark. */
function readTheme(frame: HTMLElement): ChartTheme {
  const probe = document.createElement('span');
  frame.parentElement?.append(probe);
  const read = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const theme = {
    text: read('ink'),
    quietText: read('quiet'),
    line: read('line'),
    before: read('before'),
    after: read('after'),
    bad: read('bad'),
    surface: read('surface'),
    font: getComputedStyle(frame).fontFamily,
  };
  probe.remove();
  return theme;
}
