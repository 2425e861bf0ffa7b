/** Colours of a chart. The page takes them from its style sheet, so that charts follow light and dark. */
export interface ChartTheme {
  text: string;
  quietText: string;
  line: string;
  before: string;
  after: string;
  bad: string;
  good: string;
  warn: string;
  surface: string;
  font: string;
}

/** Options of all charts. @param right room beside the axis below */
export const frame = ({ font, text }: ChartTheme, right = 12) => ({
  animation: false,
  textStyle: { fontFamily: font, color: text },
  grid: { left: 12, right, top: 16, bottom: 8, containLabel: true },
});

export const tooltipLook = ({ line, surface, text }: ChartTheme) => ({
  confine: true,
  backgroundColor: surface,
  borderColor: line,
  textStyle: { color: text, fontSize: 13 },
});

/** The axis below: a line, and neither ticks nor a grid. */
export const axisBelow = ({ line }: ChartTheme) => ({
  splitLine: { show: false },
  axisTick: { show: false },
  axisLine: { onZero: false, lineStyle: { color: line } },
});

/** The axis of values: a quiet grid. */
export const axisOfValues = ({ line }: ChartTheme) => ({
  splitNumber: 4,
  axisTick: { show: false },
  splitLine: { lineStyle: { color: line } },
});

export const quietLabel = ({ quietText }: ChartTheme) => ({ color: quietText, fontSize: 12 });

/** Labels of an axis whose ends are where the values end, and not round. */
export const labelWithoutEnds = (theme: ChartTheme) => ({
  ...quietLabel(theme),
  showMinLabel: false,
  showMaxLabel: false,
});
