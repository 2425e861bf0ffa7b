import type { ReportedNumber } from '../contract/numbers.ts';
import { refuseEmpty, readTime, type Adapter, type LeaveOut } from './adapter.ts';
import { requireJson, type Json } from './json.ts';
import { spreadFrom } from './spread.ts';

/** `vitest bench --outputJson`, 1 to 4: times in milliseconds. */
export const vitest: Adapter = {
  name: 'vitest',
  detects: ({ json }) => json?.get('files').isListOf((file) => file.get('groups').isList) === true,
  read(output, leaveOut) {
    const numbers = requireJson(output)
      .get('files')
      .flatMap((file) => readFile(file, leaveOut));
    return refuseEmpty(numbers, 'benchmark in "files"');
  },
};

function* readFile(file: Json, leaveOut: LeaveOut): Generator<ReportedNumber> {
  const all = [...file.get('groups').flatMap(listGroup)];
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  const seen = new Map<string, number>();
  for (const { name, one } of all) {
    const place = (seen.get(name) ?? 0) + 1;
    seen.set(name, place);
    // Those of one name, in one group or in two, stand in the order of the file.
    yield* readBenchmark(counts.get(name) === 1 ? name : `${name} #${place}`, one, leaveOut);
  }
}

function listGroup(group: Json): Iterable<{ name: string; one: Json }> {
  const path = group.get('fullName').text();
  return group
    .get('benchmarks')
    .flatMap((one) => [{ name: `${path} > ${one.get('name').text()}`, one }]);
}

function readBenchmark(span: string, one: Json, leaveOut: LeaveOut): ReportedNumber[] {
  const time = one.get('median').isThere ? one.get('median') : one.get('mean');
  // Vitest writes only the name of a failed benchmark.
  if (!time.isThere) {
    leaveOut(span);
    return [];
  }
  const spread = spreadFrom(one.get('sampleCount').maybeNumber(), one.get('sd').maybeNumber());
  return readTime({ span, unit: 'ms', ...spread }, { time, p99: one.get('p99') }, leaveOut);
}
