import { expect, test } from 'vitest';
import type { Aggregate } from '../../src/contract/documents.ts';
import { pointsOfBuild } from '../../src/series/points-of-build.ts';
import { sampleAggregate } from '../verdict/sample-aggregate.ts';

const host = {
  platform: 'linux-x64',
  fingerprint: 'c'.repeat(64),
  cpu: { model: 'Example CPU', cores: 4, microcode: '0x12' },
  kernel: '6.1.1',
  image: 'ubuntu24 20261101.1',
  memoryBytes: 1,
};
const of = { shard: 0, host: host.fingerprint };
const canaries: Aggregate['canaries'] = [
  { ...of, test: 'a', canary: 'cpu.integer', before: [10, 30], after: [20, null] },
  { ...of, test: 'b', canary: 'cpu.integer', before: [40], after: [50] },
  { ...of, test: 'b', canary: 'disk.flush', before: [null], after: [7] },
];
const identity = { key: { repository: 'a/b', suite: 'sync', runId: '1' }, atMs: 0 };

test('the levels of canaries are a series of the machine, with what it was made of beside it', () => {
  const { build, points } = pointsOfBuild(
    { ...sampleAggregate([]), hosts: [host], canaries },
    identity,
  );
  expect(points).toEqual([
    {
      ...{ test: '(machine)', span: 'canaries', platform: 'linux-x64' },
      annotations: { cpu: 'Example CPU', cores: 4 },
      ...{ side: 'after', repeat: 0, outliers: [] },
      values: { 'cpu.integer': 30, 'disk.flush': 7 },
    },
  ]);
  const { image, kernel } = host;
  const machine = { cpu: 'Example CPU', cores: 4, kernel, microcode: '0x12', image };
  expect(build.machines).toEqual([machine]);
  expect(build.metrics.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['cpu.integer', 'disk.flush']),
  );
});

test('canaries of a host that the build does not describe are left out', () => {
  const { build, points } = pointsOfBuild({ ...sampleAggregate([]), canaries }, identity);
  expect(points).toEqual([]);
  expect(build).not.toHaveProperty('machines');
});
