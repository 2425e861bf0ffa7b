import { expect, test } from 'vitest';
import { readBuildState, readJobState } from '../../../src/transport/buildkite/parse-build.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { showBuild, showJob } from '../../servers/ci/show-buildkite.ts';

const at = (changes: Record<string, unknown>) =>
  readBuildState(readFields(showBuild(42, changes), ''));

test.each([
  ['passed', 'success'],
  ['failed', 'failure'],
  ['canceled', 'cancelled'],
  ['skipped', 'skipped'],
  ['not_run', 'skipped'],
  ['blocked', 'success'],
])('a build that is %s is completed with %s', (state, conclusion) => {
  expect(at({ state })).toEqual({ state: 'completed', conclusion });
});

test.each([
  ['scheduled', 'queued'],
  ['creating', 'in-progress'],
  ['running', 'in-progress'],
  ['failing', 'in-progress'],
  ['canceling', 'in-progress'],
  ['waiting', 'in-progress'],
  ['a-word-of-next-year', 'in-progress'],
])('a build that is %s is %s', (word, state) => {
  expect(at({ state: word })).toEqual({ state });
});

test.each([
  ['passed', 'success'],
  ['failed', 'failure'],
  ['running', 'success'],
])('a build that waits for a person, whose step says %s, is completed', (state, conclusion) => {
  const jobs = [showJob(1), { type: 'manual', state: 'blocked' }, showJob(2, { state: 'blocked' })];
  expect(at({ state, blocked: true, jobs })).toEqual({ state: 'completed', conclusion });
});

test('a build that is being canceled goes on, whoever it waits for', () => {
  expect(at({ state: 'canceling', blocked: true })).toEqual({ state: 'in-progress' });
});

test.each(['running', 'canceling', 'scheduled', 'limited', 'platform_limited', 'assigned'])(
  'a build with a blocked step and a job that is %s goes on',
  (state) => {
    const jobs = [showJob(1), showJob(2, { state })];
    expect(at({ state: 'running', blocked: true, jobs })).toEqual({ state: 'in-progress' });
  },
);

test.each([
  ['pending', 'waiting'],
  ['waiting', 'waiting'],
  ['blocked', 'waiting'],
  ['limited', 'waiting'],
  ['scheduled', 'waiting'],
  ['accepted', 'waiting'],
  ['running', 'running'],
  ['canceling', 'running'],
  ['timing_out', 'running'],
])('a job that is %s is %s', (word, state) => {
  const job = showJob(1, { state: word, finished_at: null });
  expect(readJobState(readFields(job, ''))).toEqual({ state });
});

test.each(['passed', 'failed', 'timed_out', 'canceled', 'skipped', 'broken', 'waiting_failed'])(
  'a job that is %s has ended, also without a time of its end',
  (word) => {
    const job = showJob(1, { state: word, finished_at: null });
    expect(readJobState(readFields(job, ''))).toEqual({ state: 'ended', conclusion: word });
  },
);

test('a job in a state that nobody knew has ended when it has a time of its end', () => {
  const job = showJob(1, { state: 'preempted' });
  expect(readJobState(readFields(job, ''))).toEqual({ state: 'ended', conclusion: 'preempted' });
  const open = showJob(1, { state: 'preempted', finished_at: null });
  expect(readJobState(readFields(open, ''))).toEqual({ state: 'waiting' });
});
