import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, type Adapter } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadFrom } from './spread.ts';

/** `vitest bench --outputJson`, 1 to 4: times in milliseconds. */
export const vitest: Adapter = {
  name: 'vitest',
  detects: ({ json }) => json?.get('files').isListOf((file) => file.get('groups').isList) === true,
  read(output) {
    const numbers = requireJson(output)
      .get('files')
      .flatMap((file) => file.get('groups').flatMap(readGroup));
    return refuseEmpty(numbers, 'benchmark in "files"');
  },
};

function readGroup(group: Json): Iterable<ReportedNumber> {
  return group.get('benchmarks').flatMap((one) => readBenchmark(group, one));
}

function readBenchmark(group: Json, one: Json): ReportedNumber[] {
  const span = `${group.get('fullName').text()} > ${one.get('name').text()}`;
  const common = { span, unit: 'ms', direction: 'lower' } as const;
  const p99 = one.get('p99').maybeNumber();
  return [
    {
      ...common,
      metric: 'time',
      value: (one.get('median').isThere ? one.get('median') : one.get('mean')).number(),
      ...spreadFrom(one.get('sampleCount').maybeNumber(), one.get('sd').maybeNumber()),
    },
    ...(p99 === undefined ? [] : [{ ...common, metric: 'time.p99', value: p99 }]),
  ];
}
