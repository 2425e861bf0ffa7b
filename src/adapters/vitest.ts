import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, requireJudged, type Adapter, type LeaveOut } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadFrom } from './spread.ts';

/** `vitest bench --outputJson`, 1 to 4: times in milliseconds. */
export const vitest: Adapter = {
  name: 'vitest',
  detects: ({ json }) => json?.get('files').isListOf((file) => file.get('groups').isList) === true,
  read(output, leaveOut) {
    const numbers = requireJson(output)
      .get('files')
      .flatMap((file) => file.get('groups').flatMap((group) => readGroup(group, leaveOut)));
    return refuseEmpty(numbers, 'benchmark in "files"');
  },
};

function readGroup(group: Json, leaveOut: LeaveOut): Iterable<ReportedNumber> {
  const path = group.get('fullName').text();
  const counts = new Map<string, number>();
  for (const one of group.get('benchmarks').list()) {
    const name = one.get('name').text();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const seen = new Map<string, number>();
  return group.get('benchmarks').flatMap((one) => {
    const name = one.get('name').text();
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    // Those of one name stand in the order of the file.
    const span = `${path} > ${name}${counts.get(name) === 1 ? '' : ` #${place}`}`;
    return readBenchmark(span, one, leaveOut);
  });
}

function readBenchmark(span: string, one: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const time = one.get('median').isThere ? one.get('median') : one.get('mean');
  // Of one that failed it writes the name alone.
  if (!time.isThere) {
    leaveOut(span);
    return [];
  }
  const value = requireJudged(time, span, 'time', leaveOut);
  if (value === undefined) return [];
  const common = { span, unit: 'ms', direction: 'lower' } as const;
  const p99 = one.get('p99').maybeNumber();
  return [
    {
      ...common,
      metric: 'time',
      value,
      ...spreadFrom(one.get('sampleCount').maybeNumber(), one.get('sd').maybeNumber()),
    },
    ...(p99 === undefined ? [] : [{ ...common, metric: 'time.p99', value: p99 }]),
  ];
}
