import { expect, test } from 'vitest';
import { timeOfBuild } from '../../src/series/build-time.ts';

const build = { repository: 'acme/sync', suite: 'sync', runId: '812', atMs: 1_760_000_000_000 };

test('the time of a build is the same in every version: stored points are found by it', () => {
  expect(timeOfBuild(build)).toBe('1760000000000601140');
});

test('two builds of the same millisecond have two times', () => {
  expect(timeOfBuild({ ...build, runId: '813' })).not.toBe(timeOfBuild(build));
  expect(timeOfBuild({ ...build, suite: 'other' })).not.toBe(timeOfBuild(build));
});
