import { measurement, pointFields } from './names.ts';

/** So many days back points may come late and still be counted in. */
const lookBackDays = 7;

/**
 * What the server runs every hour: of each series and day the median over all builds and repeats, which needs no
 * marks of outliers. The day is whole from its midnight on, since half a day would overwrite a whole one.
 */
export function medianTask(from: string, to: string): { name: string; flux: string } {
  const name = `perigee medians of ${from}`;
  const noNumbers = pointFields.map((field) => `r._field != ${quote(field)}`).join(' and ');
  const flux = `import "date"

option task = {name: ${quote(name)}, every: 1h, offset: 5m}

from(bucket: ${quote(from)})
  |> range(start: date.truncate(t: -${lookBackDays}d, unit: 1d))
  |> filter(fn: (r) => r._measurement == ${quote(measurement.points)} and ${noNumbers})
  |> group(columns: ["_time", "_value", "_start", "_stop", "repeat"], mode: "except")
  |> window(every: 1d)
  |> median()
  |> duplicate(column: "_start", as: "_time")
  |> window(every: inf)
  |> to(bucket: ${quote(to)})
`;
  return { name, flux };
}

/** Text of Flux, in which \${ begins an expression. */
function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('${', String.raw`\${`)}"`;
}
