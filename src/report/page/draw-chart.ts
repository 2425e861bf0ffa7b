/// <reference lib="dom" />
import { LineChart, ScatterChart } from 'echarts/charts';
import { GridComponent, MarkAreaComponent, TooltipComponent } from 'echarts/components';
import { type EChartsCoreOption, type EChartsType, init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import type { ChartTheme } from '../chart/chart-theme.ts';

use([LineChart, ScatterChart, GridComponent, MarkAreaComponent, TooltipComponent, SVGRenderer]);

type Draw = (theme: ChartTheme) => EChartsCoreOption;

export interface DrawnChart {
  chart: EChartsType;
  /** Draws it again, with other values or colours. */
  redraw(): void;
}

/** Every chart on the page, to be drawn again when the colours change. */
const drawn = new Map<EChartsType, () => void>();

/**
 * Draws a chart into an element that has a size, and keeps it fitting. The label says what it shows.
 * @param renderer `canvas` for very many values, if the page has it
 */
export function drawChart(
  frame: HTMLElement,
  label: string,
  draw: Draw,
  renderer: 'svg' | 'canvas' = 'svg',
): DrawnChart {
  const chart = init(frame, null, { renderer });
  frame.setAttribute('role', 'img');
  frame.setAttribute('aria-label', label);
  const redraw = (): void => {
    chart.setOption(draw(readTheme(frame)), { notMerge: true });
  };
  redraw();
  drawn.set(chart, redraw);
  new ResizeObserver(() => {
    if (chart.isDisposed()) return;
    // It is called once in the beginning, too.
    const isNew =
      frame.clientWidth !== chart.getWidth() || frame.clientHeight !== chart.getHeight();
    if (frame.clientWidth > 0 && isNew) chart.resize();
  }).observe(frame);
  return { chart, redraw };
}

export function redrawCharts(): void {
  for (const redraw of drawn.values()) redraw();
}

/** Before another page takes their place. */
export function forgetCharts(): void {
  for (const chart of drawn.keys()) chart.dispose();
  drawn.clear();
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
    good: read('good'),
    warn: read('warn'),
    surface: read('surface'),
    font: getComputedStyle(frame).fontFamily,
  };
  probe.remove();
  return theme;
}
