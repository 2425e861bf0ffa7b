import { expect, test } from 'vitest';
import type { Metric, RunRecord } from '../../../src/contract/documents.ts';
import { builtInMetrics } from '../../../src/contract/metrics.ts';
import { shareMetrics } from '../../../src/transport/artifacts/share-metrics.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';

const metrics = builtInMetrics.slice(0, 10).map(({ name, unit, direction, kind }): Metric => {
  return { name, unit, direction, kind, source: 'proc', scope: 'tree', exactness: 'exact' };
});
const record = makeRecord(
  Array.from({ length: 10 }, (_, i) =>
    makeProfile(i % 2 === 0 ? 'before' : 'after', i >> 1, 1, { metrics }),
  ),
);
const text = JSON.stringify(record);
const list = JSON.stringify(record.profiles[0]?.metrics);

/** What a reader makes of it; undefined where it has to read the whole text. */
function readShared(whole: string): { parsed: RunRecord; fill: () => void } | undefined {
  const shared = shareMetrics(whole);
  if (shared === undefined) return undefined;
  const parsed = JSON.parse(shared.text) as RunRecord;
  const fill = shared.restore(parsed);
  return fill && { parsed, fill };
}

test.each<[string, (record: RunRecord) => unknown]>([
  ['of equal lists', () => undefined],
  ['of lists that differ', ({ profiles }) => profiles.slice(5).map((one) => one.metrics.pop())],
  [
    'with brackets and quotation marks in the names of a list',
    ({ profiles }) => profiles.map((one) => (one.metrics[0]!.source = '}],"metrics":[{')),
  ],
  ['with a name like a list', (changed) => (changed.id = `"metrics":${list}`)],
])('what is parsed is the record as it was: %s', (_, change) => {
  // A list of its own for each profile.
  const changed = JSON.parse(text) as RunRecord;
  change(changed);
  const shared = readShared(JSON.stringify(changed));
  shared?.fill();
  expect(shared?.parsed).toEqual(changed);
});

test('until the others are filled, two profiles have the list: where it stood, and the first mark', () => {
  const lengths = readShared(text)?.parsed.profiles.map(({ metrics }) => metrics.length);
  expect(lengths).toEqual([10, 10, ...new Array<number>(8).fill(0)]);
});

test('the values that are left out are counted', () => {
  const count = (json: string): number => json.split(/[,[{]/).length;
  const shared = shareMetrics(text);
  expect(count(shared?.text ?? '') + (shared?.values ?? 0)).toBe(count(text));
});

test.each([
  ['in a field that nobody knows', text.replace(/}$/, `,"more":{"metrics":${list}}}`)],
  ['twice in one profile', text.replaceAll('"metrics":', `"metrics":${list},"metrics":`)],
  ['behind a key that only ends like it', text.replaceAll('"metrics":', String.raw`"a\"metrics":`)],
  ['among the annotations', text.replaceAll('"annotations":{', `$&"metrics":${list}`)],
])('a list %s is left to who reads the whole text', (_, whole) => {
  expect(() => JSON.parse(whole) as unknown).not.toThrow();
  expect(readShared(whole)).toBeUndefined();
});

test.each([
  ['a record of one execution', JSON.stringify(makeRecord([makeProfile('after', 0, 1)]))],
  ['another text', '[1, 2, 3]'],
  ['lists in lists', text.replaceAll(list, `[{"a":[1,2]}]`)],
])('%s is left as it is', (_, whole) => {
  expect(shareMetrics(whole)).toBeUndefined();
});

test.each([
  ['a bracket', ']'],
  ['a brace', '}'],
  ['a quotation mark', '"'],
  ['a comma', ','],
  ['half a key before a list', `metrics":${list}`],
])('a text that %s spoils is no JSON afterwards either', (_, stray) => {
  const whole = text.replace('"repeat":1,', `"repeat":1,${stray}`);
  expect(() => JSON.parse(whole) as unknown).toThrow();
  expect(() => JSON.parse(shareMetrics(whole)?.text ?? '') as unknown).toThrow();
});
