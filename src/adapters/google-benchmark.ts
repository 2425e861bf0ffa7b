import { refuseEmpty, type Adapter, type LeaveOut, type Measured } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { nameMetric, nameUnit } from './name-metric.ts';

/** `--benchmark_format=json` or `--benchmark_out` of Google Benchmark. */
export const googleBenchmark: Adapter = {
  name: 'google-benchmark',
  detects: ({ json }) =>
    json?.get('context').get('library_build_type').isThere === true &&
    json.get('benchmarks').isList,
  read(output, leaveOut) {
    const all = requireJson(output).get('benchmarks');
    const isShown = hasRounds(all) ? isRound : isMedian;
    return refuseEmpty(
      all.flatMap((one) => (isShown(one) ? readBenchmark(one, leaveOut) : [])),
      'benchmark',
    );
  },
};

const isRound = (one: Json): boolean => one.get('run_type').maybeText() !== 'aggregate';
const isMedian = (one: Json): boolean => one.get('aggregate_name').maybeText() === 'median';

function hasRounds(all: Json): boolean {
  for (const one of all.list()) if (isRound(one)) return true;
  return false;
}

const ownMetrics = new Set(['time', 'cpu_time']);

const ownKeys = new Set(
  'family_index per_family_instance_index repetitions repetition_index threads iterations real_time cpu_time'.split(
    ' ',
  ),
);

function readBenchmark(one: Json, leaveOut: LeaveOut): Measured[] {
  const span = (one.get('run_name').isThere ? one.get('run_name') : one.get('name')).text();
  if (one.get('error_occurred').value === true) {
    leaveOut(span);
    return [];
  }
  const unit = one.get('time_unit').maybeText() ?? 'ns';
  const lower = { span, direction: 'lower' } as const;
  const counters = [...one.entries()].flatMap(([key, counter]): Measured[] => {
    const value = ownKeys.has(key) ? undefined : counter.maybeNumber();
    if (value === undefined) return [];
    // A counter per second is a rate; of others nobody knows which way is better, so fewer is.
    const isRate = key.endsWith('_per_second');
    const counted = key.slice(0, -'_per_second'.length).replaceAll('_', ' ');
    const shown = isRate ? nameUnit(`${counted.slice(0, 22)}/s`) : '';
    const direction = isRate ? 'higher' : 'lower';
    const metric = nameMetric(key, ownMetrics);
    return [{ span, metric, written: key, value, unit: shown, direction }];
  });
  return [
    { ...lower, metric: 'time', value: one.get('real_time').number(), unit },
    { ...lower, metric: 'cpu_time', value: one.get('cpu_time').number(), unit },
    ...counters,
  ];
}
