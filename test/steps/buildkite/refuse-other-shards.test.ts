import { expect, test } from 'vitest';
import { refuseOtherShards } from '../../../src/steps/buildkite/refuse-other-shards.ts';
import { defaultGate } from '../../../src/contract/gate.ts';

const pins = new Map<string, number>();
const gate = { ...defaultGate, pipeline: 'acme/sync' };
const parallel = (total: number) => ({ shard: { index: 0, total } });

test('a step with as many jobs as there are shards measures', () => {
  refuseOtherShards(parallel(2), { gate, shards: { total: 2, pins } });
  refuseOtherShards({}, { gate, shards: { total: 1, pins } });
});

test('how many there are says whoever says it alone', () => {
  refuseOtherShards(parallel(3), { gate, shards: { pins } });
});

test('where no bot judges builds of Buildkite, anything may be measured there', () => {
  refuseOtherShards(parallel(3), { gate: defaultGate, shards: { total: 2, pins } });
});

test.each([
  [parallel(3), '3 jobs measure, and shards.total of perigee.yml is 2'],
  [{}, '1 job measures, and shards.total of perigee.yml is 2'],
])('a step with another number of jobs is refused before it measures', (job, words) => {
  expect(() => refuseOtherShards(job, { gate, shards: { total: 2, pins } })).toThrow(words);
});
