import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, type Adapter, type LeaveOut } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadOf } from './spread.ts';

/** pyperf's JSON, 1 and 2: values in seconds, or in what the benchmark says. */
export const pyperf: Adapter = {
  name: 'pyperf',
  detects: ({ json }) =>
    json?.get('benchmarks').isListOf((one) => one.get('runs').isListOf(isRun)) === true,
  read(output, leaveOut) {
    const json = requireJson(output);
    const shared = json.get('metadata');
    const numbers = json.get('benchmarks').flatMap((one) => readBenchmark(one, shared, leaveOut));
    return refuseEmpty(numbers, 'benchmark');
  },
};

function isRun(run: Json): boolean {
  return run.get('values').isList || run.get('warmups').isList;
}

const units = new Map([
  ['second', 's'],
  ['byte', 'bytes'],
]);

function readBenchmark(one: Json, shared: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const tell = (key: string): string | undefined =>
    one.get('metadata').get(key).maybeText() ?? shared.get(key).maybeText();
  const span = tell('name') ?? 'unnamed';
  const values = [...one.get('runs').flatMap((run) => run.get('values').numbers())];
  const written = one
    .get('runs')
    .flatMap((run) => (run.get('values').isList ? run.get('values').list() : []));
  const odd = [...written].find((value) => value.notJudged() !== undefined);
  if (odd !== undefined || values.length === 0) {
    leaveOut(span, odd && `a value is ${odd.notJudged()}`);
    return [];
  }
  const unit = units.get(tell('unit') ?? 'second') ?? '';
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const metric = unit === 's' ? 'time' : unit === 'bytes' ? 'size' : 'count';
  return [{ span, metric, value: mean, unit, direction: 'lower', ...spreadOf(values) }];
}
