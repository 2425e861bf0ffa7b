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
