import { expect, test } from 'vitest';
import { aggregateRecords } from '../../src/aggregate/aggregate-records.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { makeProfile, makeRecord } from './make-record.ts';

test('canaries stand beside the pairs of their test, null where they were not due', () => {
  const both = (times: number) => ({ 'cpu.integer': 10 * times, 'disk.flush': 20 * times });
  const profiles = [
    makeProfile('before', 0, 100, { canaries: both(1) }),
    makeProfile('after', 0, 100, { canaries: both(2) }),
    makeProfile('after', 1, 100, { canaries: { 'cpu.integer': 12 } }),
    makeProfile('before', 1, 100),
  ];
  const aggregate = aggregateRecords([makeRecord(profiles)]);
  const place = { shard: 0, host: 'c'.repeat(64), test: 'upload' };
  expect(aggregate.canaries).toEqual([
    { ...place, canary: 'cpu.integer', before: [10, null], after: [20, 12] },
    { ...place, canary: 'disk.flush', before: [20, null], after: [40, null] },
  ]);
  expect(listSchemaErrors('aggregate', aggregate)).toEqual([]);
});

test('a build without canaries has no place for them', () => {
  const record = makeRecord([makeProfile('before', 0, 100), makeProfile('after', 0, 100)]);
  expect(aggregateRecords([record])).not.toHaveProperty('canaries');
});
