/** Records of sides with several builds, honest and forged. */
import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const { plan } = makeRecord([]);

function record(buildOf: (repeat: number) => number, more: Partial<RunRecord> = {}): RunRecord {
  const profiles = [0, 1, 2, 3].flatMap((repeat) =>
    (['before', 'after'] as const).map((side) =>
      makeProfile(side, repeat, 1e6 + repeat, { build: buildOf(repeat) }),
    ),
  );
  return makeRecord(profiles, { plan: { ...plan, builds: 2 }, ...more });
}

test('the aggregate says how many builds a side has', () => {
  const { plan: folded, problems } = aggregateRecords([record((repeat) => repeat % 2)]);
  expect(folded.builds).toBe(2);
  expect(problems).toEqual([]);
  expect(aggregateRecords([makeRecord([])]).plan).not.toHaveProperty('builds');
});

test('a repeat that claims another build than its own is left out, and named', () => {
  const { problems, series } = aggregateRecords([
    record((repeat) => (repeat === 2 ? 1 : repeat % 2)),
  ]);
  const values = series.find(({ span }) => span === 'work');
  expect(values?.before[2] ?? null).toBeNull();
  expect(problems).toContainEqual({
    code: 'other-build',
    message:
      'repeat 2 says that it ran in build 2 of its side, and belongs to build 1; left out (on both sides)',
    test: 'upload',
  });
});

test('shards with other numbers of builds are not one build', () => {
  const shard = (index: number, builds: number): RunRecord =>
    makeRecord([makeProfile('before', 0, 1e6, { test: `test ${index}`, build: 0 })], {
      id: `run-${index}`,
      shard: { index, total: 2, attempt: 1 },
      tests: [{ name: `test ${index}`, tags: [] }],
      plan: { ...plan, builds },
    });
  const { problems } = aggregateRecords([shard(0, 2), shard(1, 4)]);
  expect(problems).toContainEqual({
    code: 'foreign-shard',
    message: expect.stringContaining('another number of repeats or builds') as string,
  });
});
