import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { ExpectedBuild } from '../../src/aggregate/expected-build.ts';
import type { Profile, RunRecord } from '../../src/contract/documents.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { catchUserError } from '../contract/catch-user-error.ts';
import { latency, makeProfile, makeRecord } from './make-record.ts';

const head = { commit: 'b'.repeat(40), label: 'main' };
const { plan } = makeRecord([]);

/** A shard of two that measured the change alone, three times. */
function makeShard(index: number, more: Partial<RunRecord> = {}): RunRecord {
  const name = `test ${index}`;
  const profiles = [7, 8, 9].map((value, repeat) => {
    return makeProfile('after', repeat, value, { test: name, order: 0 });
  });
  return makeRecord(profiles, {
    id: `run-${index}`,
    shard: { index, total: 2, attempt: 1 },
    before: head,
    after: head,
    plan: { ...plan, repeats: 3, maxRepeats: 3, sides: ['after'] },
    tests: [{ name, tags: [] }],
    ...more,
  });
}

const both = [makeShard(0), makeShard(1)];

/** The same with a before side that is the same commit. */
function makeCompared(index: number): RunRecord {
  const { sides: _, ...twoSided } = makeShard(index).plan;
  return makeShard(index, { id: `compared-${index}`, plan: twoSided });
}

function listProblems(records: RunRecord[], expected: ExpectedBuild = {}): string[] {
  return aggregateRecords(records, {}, expected).problems.map(({ message }) => message);
}

test('the shards of a change alone are one build that says so, with empty places before', () => {
  const aggregate = aggregateRecords(both);
  expect(checkDocument('aggregate', aggregate, 'aggregate')).toEqual(aggregate);
  expect(aggregate.build.sides).toEqual(['after']);
  expect(aggregate.shards.missing).toEqual([]);
  expect(aggregate.problems).toEqual([]);
  expect(aggregate.series.map(({ before, after }) => [before, after])).toEqual([
    [
      [null, null, null],
      [7, 8, 9],
    ],
    [
      [null, null, null],
      [7, 8, 9],
    ],
  ]);
  expect(aggregate.tests[1]).toMatchObject({ before: { passed: 0 }, after: { passed: 3 } });
  expect(aggregateRecords(both.toReversed())).toEqual(aggregate);
});

test('a build of both sides says nothing of its sides', () => {
  expect(aggregateRecords([makeCompared(0)]).build.sides).toBeUndefined();
});

test('a record of one side and one of two do not belong together, whichever are more', () => {
  const third = makeShard(1, { id: 'again', shard: { index: 1, total: 2, attempt: 2 } });
  expect(listProblems([...both, makeCompared(1)])).toContain(
    'run compared-1 (shard 2 of 2) was left out: it measured two sides instead of one',
  );
  expect(listProblems([makeCompared(0), makeCompared(1), third])).toContain(
    'run again (shard 2 of 2) was left out: it measured one side alone',
  );
});

test('where something is to be compared, a record of the change alone is foreign', () => {
  const expected: ExpectedBuild = { before: 'a'.repeat(40), after: head.commit };
  const { message } = catchUserError(() => aggregateRecords(both, {}, expected));
  expect(message).toContain('run run-0 (shard 1 of 2) was left out: it measured one side alone');
});

test('where the change alone is wanted, a record of both sides is foreign', () => {
  expect(listProblems([makeShard(0), makeCompared(1)], { isAlone: true })).toEqual([
    'run compared-1 (shard 2 of 2) was left out: it measured two sides instead of one',
    'shard 2 of 2 is missing: its tests were not compared',
  ]);
});

test('a value of the side that was not planned does not count', () => {
  const [first, ...others] = makeShard(0).profiles as [Profile, ...Profile[]];
  const stray: Profile = { ...first, side: 'before' };
  const aggregate = aggregateRecords([makeShard(0, { profiles: [first, stray, ...others] })]);
  expect(aggregate.series[0]?.before).toEqual([null, null, null]);
  expect(aggregate.problems).toContainEqual({
    code: 'side-not-planned',
    message: 'a side was measured that was not planned; left out',
    test: 'test 0',
    side: 'before',
  });
});

test('of two ways of measuring the one that most executions used counts', () => {
  const coarse = { ...latency, source: 'a-coarse-clock', exactness: 'ticks' } as const;
  const [first, ...others] = makeShard(0).profiles as [Profile, ...Profile[]];
  const profiles = [{ ...first, metrics: [coarse] }, ...others];
  const { series } = aggregateRecords([makeShard(0, { profiles })]);
  expect(series[0]?.after).toEqual([null, 8, 9]);
});
