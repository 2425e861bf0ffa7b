/// <reference lib="dom" />
import { CustomChart } from 'echarts/charts';
import { DataZoomComponent, MarkLineComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { type DrawnChart, drawChart } from '../../../report/page/draw-chart.ts';
import { buildHistoryOption } from './history-option.ts';
import { type HistoryView, placeRepeats } from './history-view.ts';

use([CustomChart, DataZoomComponent, MarkLineComponent, CanvasRenderer]);

/** Draws the history of a series, with room for thousands of builds: on a canvas, in one go. */
export function drawHistory(frame: HTMLElement, label: string, view: HistoryView): DrawnChart {
  const placed = placeRepeats(view.answer, view.run);
  const drawn = drawChart(
    frame,
    label,
    (theme) => buildHistoryOption(view, placed, theme),
    'canvas',
  );
  drawn.chart.getZr().flush();
  return drawn;
}
