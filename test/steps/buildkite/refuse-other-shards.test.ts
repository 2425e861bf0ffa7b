import { expect, test } from 'vitest';
import { refuseOtherShards } from '../../../src/steps/buildkite/refuse-other-shards.ts';

const pins = new Map<string, number>();
const parallel = (total: number) => ({ shard: { index: 0, total } });

test('a step with as many jobs as there are shards measures', () => {
  refuseOtherShards(parallel(2), { shards: { total: 2, pins } });
  refuseOtherShards({}, { shards: { total: 1, pins } });
});

test('how many there are says whoever says it alone', () => {
  refuseOtherShards(parallel(3), { shards: { pins } });
});

test.each([
  [parallel(3), '3 jobs measure, and shards.total of perigee.yml is 2'],
  [{}, '1 job measures, and shards.total of perigee.yml is 2'],
])('a step with another number of jobs is refused before it measures', (job, words) => {
  expect(() => refuseOtherShards(job, { shards: { total: 2, pins } })).toThrow(words);
});
