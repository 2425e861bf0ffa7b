import type { Annotations } from '../contract/documents.ts';
import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, type Adapter } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson, type Json } from './json.ts';

/** A results file of airspeed velocity, format 2: `.asv/results/<machine>/<commit>-<environment>.json`. */
export const asv: Adapter = {
  name: 'asv',
  detects: ({ json }) => json?.get('result_columns').isList === true && json.get('results').isThere,
  read(output, leaveOut) {
    const json = requireJson(output);
    const columns = json
      .get('result_columns')
      .list()
      .map((column) => column.text());
    const place = { result: columns.indexOf('result'), params: columns.indexOf('params') };
    if (place.result < 0 || place.params < 0) {
      throw new ResultsFault('result_columns has no "result" or no "params"');
    }
    const numbers = json
      .get('results')
      .entries()
      .flatMap(([name, row]) => {
        const cells = row.list();
        // A benchmark that failed, or did not run, has no result.
        const results = cells[place.result];
        if (results?.isList !== true) {
          leaveOut(name);
          return [];
        }
        return readBenchmark(name, results.list(), cells[place.params]);
      });
    return refuseEmpty(numbers, 'result of a benchmark');
  },
};

/** The results stand in the order of all combinations of the parameters, the last one changing first. */
function readBenchmark(
  span: string,
  results: readonly Json[],
  params: Json | undefined,
): ReportedNumber[] {
  const lists =
    params?.isList === true
      ? params.list().map((one) => one.list().map((value) => value.text()))
      : [];
  const kind = /(?:^|\.)(timeraw|time|peakmem|mem|track)_[^.]*$/.exec(span)?.[1] ?? 'track';
  const [metric, unit] = kinds[kind as keyof typeof kinds];
  return results.flatMap((result, index) => {
    const value = result.maybeNumber();
    if (value === undefined) return [];
    return [
      {
        span,
        annotations: nameParams(lists, index),
        metric,
        value,
        unit,
        direction: 'lower' as const,
      },
    ];
  });
}

/** What the name of a benchmark says that it measures. */
const kinds = {
  time: ['time', 's'],
  timeraw: ['time', 's'],
  mem: ['size', 'bytes'],
  peakmem: ['peak_memory', 'bytes'],
  track: ['tracked', ''],
} as const;

/** The file does not name the parameters. */
function nameParams(lists: readonly (readonly string[])[], index: number): Annotations {
  const chosen: [string, string][] = [];
  let rest = index;
  for (let i = lists.length - 1; i >= 0; i -= 1) {
    const list = lists[i] ?? [];
    chosen.unshift([`param${i + 1}`, list[rest % list.length] ?? '']);
    rest = Math.floor(rest / Math.max(list.length, 1));
  }
  return Object.fromEntries(chosen);
}
