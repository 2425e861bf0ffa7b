/** Mermaid charts of a summary, and what their lines must look like. */

const fenced = /^```mermaid\n([^]*?)^```$/gm;

export function listCharts(summary: string): string[] {
  return [...summary.matchAll(fenced)].map(([, chart = '']) => chart);
}

export function dropCharts(summary: string): string {
  return summary.replaceAll(fenced, '');
}

const number = String.raw`\d+(?:\.\d+)?`;
const list = String.raw`\[${number}(?:, ${number})*\]`;
/** The part of Mermaid's grammar that we use; its numbers have no exponent. */
const chartLines = [
  /^%%\{init: \{.*\}\}%%$/,
  /^xychart-beta$/,
  new RegExp(`^  x-axis "Pair" (${list}|1 --> \\d+)$`),
  new RegExp(
    `^  y-axis "[\\w ,.]+( \\((ns|µs|ms|s|min|h|B|[KMGT]iB)\\))?" ${number} --> ${number}$`,
  ),
  new RegExp(`^  line ${list}$`),
];

/** Lines of a chart that our part of the grammar does not have. */
export function listStrangeLines(chart: string): string[] {
  return chart
    .split('\n')
    .filter((line) => line !== '' && !chartLines.some((form) => form.test(line)));
}
