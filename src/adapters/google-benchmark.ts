import {
  readJudged,
  refuseEmpty,
  requireJudged,
  type Adapter,
  type LeaveOut,
  type Measured,
} from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { isRate, nameMetric, nameUnit } from './name-metric.ts';

/** `--benchmark_format=json` or `--benchmark_out` of Google Benchmark. */
export const googleBenchmark: Adapter = {
  name: 'google-benchmark',
  detects: ({ json }) =>
    json?.get('context').get('library_build_type').isThere === true &&
    json.get('benchmarks').isList,
  read: (output, leaveOut) =>
    refuseEmpty(readAll(requireJson(output).get('benchmarks'), leaveOut), 'benchmark'),
};

interface Family {
  hasRounds: boolean;
  hasFailed: boolean;
}

const isAggregate = (one: Json): boolean => one.get('run_type').maybeText() === 'aggregate';
const isSkipped = (one: Json): boolean => one.get('skipped').value === true;
const nameOf = (one: Json): string =>
  (one.get('run_name').isThere ? one.get('run_name') : one.get('name')).text();

/** Yields the rounds of each benchmark, and its median if it has none. */
function* readAll(all: Json, leaveOut: LeaveOut): Generator<Measured> {
  const families = new Map<string, Family>();
  for (const one of all.list()) {
    const name = nameOf(one);
    const family = families.get(name) ?? { hasRounds: false, hasFailed: false };
    family.hasFailed ||= one.get('error_occurred').value === true;
    family.hasRounds ||= !isAggregate(one) && !isSkipped(one);
    families.set(name, family);
  }
  for (const one of all.list()) {
    const name = nameOf(one);
    const family = families.get(name);
    if (family?.hasFailed === true) leaveOut(name);
    else if (isSkipped(one)) continue;
    else if (family?.hasRounds === true && !isAggregate(one))
      yield* readBenchmark(name, one, leaveOut);
    else if (family?.hasRounds === false && one.get('aggregate_name').maybeText() === 'median')
      yield* readBenchmark(name, one, leaveOut);
  }
}

const ownMetrics = new Set(['time', 'cpu_time']);

const ownKeys = new Set(
  'family_index per_family_instance_index repetitions repetition_index threads iterations real_time cpu_time'.split(
    ' ',
  ),
);

function readBenchmark(span: string, one: Json, leaveOut: LeaveOut): Measured[] {
  const unit = one.get('time_unit').maybeText() ?? 'ns';
  // Each repetition has a number of its own; a second benchmark of one name begins again.
  const isRepeat = (one.get('repetition_index').maybeNumber() ?? 0) > 0;
  const lower = { span, direction: 'lower', isRepeat } as const;
  const counters = [...one.entries()].flatMap(([key, counter]): Measured[] => {
    const value = ownKeys.has(key) ? undefined : readJudged(counter, span, key, leaveOut);
    if (value === undefined) return [];
    // A counter per second is a rate; for others the better direction is unknown, so fewer is.
    const direction = isRate(key) ? 'higher' : 'lower';
    const counted = /^(.*)_per_second$/.exec(key)?.[1]?.replaceAll('_', ' ');
    const shown = counted === undefined ? '' : nameUnit(`${counted.slice(0, 22)}/s`);
    const metric = nameMetric(key, ownMetrics);
    return [{ span, metric, written: key, value, unit: shown, direction, isRepeat }];
  });
  const times = (['real_time', 'cpu_time'] as const).flatMap((key): Measured[] => {
    const value = requireJudged(one.get(key), span, key, leaveOut);
    const metric = key === 'real_time' ? 'time' : key;
    return value === undefined ? [] : [{ ...lower, metric, value, unit }];
  });
  return [...times, ...counters];
}
