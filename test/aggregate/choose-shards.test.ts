import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { makeProfile, makeRecord } from './make-record.ts';

/** A shard of three, each with a test of its own. */
function makeShard(index: number, more: Partial<RunRecord> = {}, value = index): RunRecord {
  const name = `test ${index}`;
  return makeRecord([makeProfile('before', 0, value, { test: name })], {
    id: `run-${index}`,
    shard: { index, total: 3, attempt: 1 },
    tests: [{ name, tags: [] }],
    ...more,
  });
}

const { plan } = makeRecord([]);
const values = (records: RunRecord[]): (number | null | undefined)[] =>
  aggregateRecords(records).series.map(({ before }) => before[0]);
const problems = (records: RunRecord[]): string[] =>
  aggregateRecords(records).problems.map(({ code, message }) => `${code}: ${message}`);

test('three shards are one build, in whatever order they come', () => {
  const shards = [makeShard(2), makeShard(0), makeShard(1)];
  const aggregate = aggregateRecords(shards);
  expect(aggregate.shards).toEqual({ total: 3, received: [0, 1, 2], missing: [] });
  expect(aggregate.problems).toEqual([]);
  expect(aggregateRecords(shards.toReversed())).toEqual(aggregate);
});

test('a missing shard is named', () => {
  expect(aggregateRecords([makeShard(0), makeShard(2)]).shards.missing).toEqual([1]);
  expect(problems([makeShard(0), makeShard(2)])).toEqual([
    'missing-shard: shard 2 of 3 is missing: its tests were not compared',
  ]);
});

test('the latest attempt of a shard wins and says that there were others; a redelivery is no news', () => {
  const again = makeShard(1, { id: 'again', shard: { index: 1, total: 3, attempt: 2 } }, 77);
  const records = [makeShard(0), makeShard(1), again, makeShard(2), again];
  expect(values(records)).toEqual([0, 77, 2]);
  expect(values(records.toReversed())).toEqual([0, 77, 2]);
  expect(problems(records)).toEqual([
    'superseded-shard: run run-1 (shard 2 of 3) was measured again: attempt 2 counts instead of attempt 1',
  ]);
});

test('a run that was delivered twice with different contents is a problem', () => {
  const longer = makeShard(1, { finishedAt: '2026-11-21T06:20:00Z' }, 77);
  const records = [makeShard(0), makeShard(1), longer, makeShard(2)];
  expect(values(records)).toEqual([0, 77, 2]);
  expect(problems(records)).toEqual([
    expect.stringContaining('two different records of run run-1'),
  ]);
});

test('a shard without tests is there all the same', () => {
  const empty = makeShard(1, { tests: [], profiles: [] });
  const { shards, series, problems } = aggregateRecords([makeShard(0), empty, makeShard(2)]);
  expect(shards).toEqual({ total: 3, received: [0, 1, 2], missing: [] });
  expect(series).toHaveLength(2);
  expect(problems).toEqual([]);
});

test('two runs that claim the same attempt are a problem, and the choice does not depend on the order', () => {
  const rival = makeShard(1, { id: 'rival', finishedAt: '2026-11-21T06:20:00Z' }, 77);
  const records = [makeShard(0), makeShard(1), rival, makeShard(2)];
  expect(values(records)).toEqual([0, 77, 2]);
  expect(values(records.toReversed())).toEqual([0, 77, 2]);
  expect(problems(records)).toEqual([
    'duplicate-shard: runs rival and run-1 both say they are attempt 1 of shard 2; the first is used',
  ]);
});

test.each([
  { what: 'another head', more: { after: { commit: 'e'.repeat(40), label: 'x' } }, why: 'eeee' },
  { what: 'another base', more: { before: { commit: 'e'.repeat(40), label: 'x' } }, why: 'base' },
  { what: 'another suite', more: { suite: 'other' }, why: 'suite "other"' },
  { what: 'another plan', more: { plan: { ...plan, digest: 'e'.repeat(64) } }, why: 'its plan' },
  { what: 'more repeats', more: { plan: { ...plan, repeats: 9 } }, why: 'number of repeats' },
  {
    what: 'another total',
    more: { shard: { index: 1, total: 2, attempt: 1 } },
    why: 'the build has 3 shards',
  },
  {
    what: 'an index beyond the total',
    more: { shard: { index: 3, total: 3, attempt: 1 } },
    why: 'no such shard',
  },
])('a record of $what is left out and named', ({ more, why }) => {
  const records = [
    makeShard(0),
    makeShard(1),
    makeShard(2),
    makeShard(1, { id: 'foreign', ...more }, 9),
  ];
  expect(values(records)).toEqual([0, 1, 2]);
  expect(problems(records)).toEqual([expect.stringContaining('foreign-shard: run foreign')]);
  expect(problems(records)[0]).toContain(why);
});

test('a record that is delivered again and again outvotes no build', () => {
  const foreign = makeShard(1, { id: 'foreign', suite: 'other' }, 9);
  const records = [foreign, makeShard(0), foreign, makeShard(1), foreign, makeShard(2), foreign];
  expect(values(records)).toEqual([0, 1, 2]);
  expect(problems(records)).toEqual([expect.stringContaining('(4 times)')]);
});

test('a test that two shards measured counts once', () => {
  const tests = [
    { name: 'test 0', tags: [] },
    { name: 'test 1', tags: [] },
  ];
  const profiles = ['test 0', 'test 1'].map((name) => makeProfile('before', 0, 9, { test: name }));
  const records = [makeShard(0), makeShard(1, { tests, profiles }), makeShard(2)];
  expect(values(records)).toEqual([0, 9, 2]);
  expect(problems(records)[0]).toMatch(/^test-in-two-shards: .* shard 2/);
});
