import type { Annotations } from '../contract/documents.ts';
import { readJudged, refuseEmpty, type Adapter, type LeaveOut, type Measured } from './adapter.ts';
import { ResultsFault } from './results-fault.ts';
import { requireJson, type Json } from './json.ts';
import { withoutAddresses } from './name-metric.ts';

/** A results file of airspeed velocity, format 2: `.asv/results/<machine>/<commit>-<environment>.json`. */
export const asv: Adapter = {
  name: 'asv',
  detects: ({ json }) => json?.get('result_columns').isList === true && json.get('results').isThere,
  read: (output, leaveOut) =>
    refuseEmpty(readAll(requireJson(output), leaveOut), 'result of a benchmark'),
};

function* readAll(json: Json, leaveOut: LeaveOut): Generator<Measured> {
  const columns = json.get('result_columns').value;
  const place = { result: findColumn(columns, 'result'), params: findColumn(columns, 'params') };
  if (place.result < 0 || place.params < 0) {
    throw new ResultsFault('result_columns has no "result" or no "params"');
  }
  for (const [name, row] of json.get('results').entries()) {
    // A benchmark that failed has no result.
    const results = row.at(place.result);
    if (results.isList) yield* readBenchmark(name, results, row.at(place.params), leaveOut);
    else leaveOut(name);
  }
}

function findColumn(columns: unknown, name: string): number {
  return Array.isArray(columns) ? columns.indexOf(name) : -1;
}

/** A benchmark with more is none that a record can hold. */
const mostParams = 16;

/** The results stand in the order of all combinations of the parameters, the last one changing first. */
function* readBenchmark(
  span: string,
  results: Json,
  params: Json,
  leaveOut: LeaveOut,
): Generator<Measured> {
  const count = Array.isArray(params.value) ? params.value.length : 0;
  if (count > mostParams) {
    throw new ResultsFault(
      `${params.path} has ${count} parameters, at most ${mostParams} are read`,
    );
  }
  const lists = params.isList ? [...params.list()].map((one) => readParam(one)) : [];
  const [, small, camel] = kindOf.exec(span) ?? [];
  const kind = small ?? camel?.toLowerCase() ?? 'track';
  const [metric, unit] = kinds[kind as keyof typeof kinds];
  let index = 0;
  for (const result of results.list()) {
    const annotations = nameParams(lists, index);
    const name = [span, ...Object.values(annotations)].join(' ');
    index += 1;
    // A combination that is skipped is NaN, one that failed null.
    if (result.value === 'NaN') continue;
    const value = readJudged(result, name, metric, leaveOut);
    if (value !== undefined) yield { span, annotations, metric, value, unit, direction: 'lower' };
    else if (result.notJudged() === undefined) leaveOut(name);
  }
}

function readParam(values: Json): string[] {
  const names = [...values.list()].map((value) => withoutAddresses(value.text()));
  // All but the first of objects that look the same have their place.
  const first = new Map<string, number>();
  return names.map((name, i) => {
    first.set(name, first.get(name) ?? i);
    return first.get(name) === i ? name : `${name} #${i + 1}`;
  });
}

/** `time_sort`, or `TimeSort`. */
const kindOf =
  /(?:^|\.)(?:(timeraw|time|peakmem|mem|track)_|(Timeraw|Time|PeakMem|Mem|Track)[A-Z_])[^.]*$/;

/** The kind of measurement, by the name of a benchmark. */
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
