import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import { exitCode } from '../../src/contract/user-error.ts';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import type { ExpectedBuild } from '../../src/aggregate/expected-build.ts';
import { judge } from '../../src/verdict/judge.ts';
import { catchUserError } from '../contract/catch-user-error.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const head = 'b'.repeat(40);
const older = 'e'.repeat(40);

/** One shard of two with a test of its own: five pairs that are equal. */
function makeShard(index: number, more: Partial<RunRecord> = {}, attempt = 1): RunRecord {
  const name = `test ${index}`;
  const profiles = [0, 1, 2, 3, 4].flatMap((repeat) => [
    makeProfile('before', repeat, 7, { test: name }),
    makeProfile('after', repeat, 7, { test: name }),
  ]);
  return makeRecord(profiles, {
    id: `run-${index}-${attempt}`,
    shard: { index, total: 2, attempt },
    tests: [{ name, tags: [] }],
    ...more,
  });
}

function conclude(records: RunRecord[], expected: ExpectedBuild = {}) {
  const aggregate = aggregateRecords(records, {}, expected);
  const { conclusion } = judge(aggregate, { rules: [], today: '2026-11-21', tagsOf: new Map() });
  const codes = aggregate.problems.map(({ code }) => code);
  return { conclusion, codes, missing: aggregate.shards.missing };
}

const both = [makeShard(0), makeShard(1)];

test('all shards of the expected build are green', () => {
  const { digest } = makeRecord([]).plan;
  const expected: ExpectedBuild = {
    suite: 'suite',
    before: 'a'.repeat(40),
    after: head,
    planDigest: digest,
    shardTotal: 2,
    attempts: new Map([[0, 1]]),
  };
  expect(conclude(both, expected)).toEqual({ conclusion: 'passed', codes: [], missing: [] });
});

test('records of an older head are stale, even when most are', () => {
  const stale = { after: { commit: older, label: 'change' } };
  const records = [makeShard(0, stale), makeShard(1, stale), makeShard(1)];
  expect(conclude(records, { after: head })).toEqual({
    conclusion: 'incomplete',
    codes: ['stale-shard', 'stale-shard', 'missing-shard'],
    missing: [0],
  });
});

test.each<[string, ExpectedBuild]>([
  ['suite', { suite: 'other' }],
  ['base', { before: older }],
  ['total', { shardTotal: 3 }],
  ['plan', { planDigest: 'e'.repeat(64) }],
])('without a record of the expected %s nothing was measured', (_, expected) => {
  const error = catchUserError(() => aggregateRecords(both, {}, expected));
  expect(error.message).toContain('no run record is of this build: run run-0-1 (shard 1 of 2)');
  expect(error.exitCode).toBe(exitCode.couldNotMeasure);
});

test('a shard whose last attempt left no record is not green by an older one', () => {
  const again = makeShard(0, {}, 2);
  const attempts = new Map([
    [0, 2],
    [1, 2],
  ]);
  expect(conclude([again, makeShard(0), makeShard(1)], { attempts })).toEqual({
    conclusion: 'incomplete',
    codes: ['superseded-shard', 'stale-shard', 'missing-shard'],
    missing: [1],
  });
});

test('a shard that was not run again counts with its old attempt', () => {
  const records = [makeShard(0, {}, 2), makeShard(0), makeShard(1)];
  expect(conclude(records, { attempts: new Map([[0, 2]]) })).toEqual({
    conclusion: 'passed',
    codes: ['superseded-shard'],
    missing: [],
  });
});

test('a build that is measured again, from another base, replaces its first attempt', () => {
  const onto = { before: { commit: older, label: 'main' } };
  const second = [makeShard(0, onto, 2), makeShard(1, onto, 2)];
  for (const records of [
    [...both, ...second],
    [...second, ...both],
  ]) {
    expect(conclude(records)).toEqual({
      conclusion: 'passed',
      codes: ['superseded-shard', 'superseded-shard'],
      missing: [],
    });
  }
  expect(conclude([...both, makeShard(0, onto, 2)]).conclusion).toBe('incomplete');
});

test('one shard by itself says nothing of the others', () => {
  const expected = { shards: [1] };
  expect(conclude([makeShard(1)], expected)).toEqual({
    conclusion: 'passed',
    codes: [],
    missing: [],
  });
  expect(conclude([makeShard(0)], expected).conclusion).toBe('incomplete');
});
