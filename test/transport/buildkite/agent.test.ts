import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/contract/user-error.ts';
import { AgentFailed, openAgent } from '../../../src/transport/buildkite/agent.ts';
import { readBuildState, readJobState } from '../../../src/transport/buildkite/parse-build.ts';
import { readFields } from '../../../src/transport/rest/fields.ts';
import { makeFolder } from '../../runner/stage/make-repository.ts';
import { showBuild, showJob } from '../../servers/ci/show-buildkite.ts';
import { environmentOfJob, makeFakeAgent } from './fake-agent.ts';

const deadlineMs = 60_000;

/** An agent that is this script. */
function openScript(script: string) {
  const folder = makeFolder();
  const file = join(folder, 'buildkite-agent');
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return openAgent({ PATH: `${folder}:/usr/bin:/bin`, BUILDKITE_AGENT_ACCESS_TOKEN: 'the-key' });
}

test('a body goes to standard input, and no secret to the command line', async () => {
  const fake = makeFakeAgent();
  const agent = openAgent(environmentOfJob(fake));
  await agent.run(['annotate', '--context', 'perigee-sync', '--style', 'info'], {
    deadlineMs,
    input: '### Measuring',
  });
  const [call] = fake.calls();
  expect(call?.args).toEqual(['annotate', '--context', 'perigee-sync', '--style', 'info']);
  expect(call?.input).toBe('### Measuring');
  expect(call?.environment['BUILDKITE_AGENT_ACCESS_TOKEN']).toBe('key-of-the-job');
});

test('variables that the agent takes for options do not reach it', async () => {
  const fake = makeFakeAgent();
  const others = {
    BUILDKITE_ANNOTATION_APPEND: 'true',
    BUILDKITE_AGENT_INCLUDE_RETRIED_JOBS: 'true',
    BUILDKITE_AGENT_ARTIFACT_LITERAL: 'true',
    BUILDKITE_ARTIFACT_CONTENT_TYPE: 'text/plain',
  };
  await openAgent(environmentOfJob(fake, others)).run(['annotate'], { deadlineMs });
  const given = Object.keys(fake.calls()[0]?.environment ?? {});
  expect(given.filter((name) => Object.hasOwn(others, name))).toEqual([]);
});

test('where there is no agent, that is said before anything is measured', () => {
  const environment = { BUILDKITE_BIN_PATH: makeFolder(), PATH: makeFolder() };
  expect(() => openAgent(environment)).toThrow(UserError);
  expect(() => openAgent(environment)).toThrow(/no buildkite-agent[^]*mount-buildkite-agent/);
});

test('of an agent that fails, its last line is told, without colours and without the key', async () => {
  const agent = openScript(
    'echo first >&2; printf "\\033[31mfatal: the-key was refused\\033[0m\\n" >&2; exit 3',
  );
  const failed = agent.run(['artifact', 'upload', 'a/*'], { deadlineMs });
  await expect(failed).rejects.toThrow(
    new AgentFailed('buildkite-agent artifact upload ended with 3: fatal: *** was refused'),
  );
});

test('an agent that prints without end, or is ended by another signal, is told from a slow one', async () => {
  const endless = openScript('exec yes').run(['artifact', 'search'], { deadlineMs });
  await expect(endless).rejects.toThrow('artifact search printed more than 16 MiB');
  const ended = openScript('kill -TERM $$').run(['annotate'], { deadlineMs });
  await expect(ended).rejects.toThrow('annotate ended with SIGTERM');
});

test('an agent that does not end is ended at its deadline', async () => {
  const agent = openScript('exec sleep 600');
  const late = agent.run(['artifact', 'search', 'x'], { deadlineMs: 300 });
  await expect(late).rejects.toThrow('artifact search did not end within 0.3 s');
});

test('an agent that ends before it has read its input says itself why', async () => {
  const agent = openScript('echo "too long" >&2; exit 1');
  const failed = agent.run(['annotate'], { deadlineMs, input: 'x'.repeat(2 ** 20) });
  await expect(failed).rejects.toThrow('buildkite-agent annotate ended with 1: too long');
});

const at = (changes: Record<string, unknown>) =>
  readBuildState(readFields(showBuild(42, changes), ''));

/** A word that nobody knows is one of a build that goes on. */
const buildStates = {
  'in-progress': ['creating', 'running', 'failing', 'canceling', 'waiting', 'a-word-of-next-year'],
  queued: ['scheduled'],
  success: ['passed', 'blocked'],
  failure: ['failed'],
  cancelled: ['canceled'],
  skipped: ['skipped', 'not_run'],
};

test.each(Object.entries(buildStates))('builds are %s where Buildkite says %j', (state, words) => {
  const isOpen = state === 'in-progress' || state === 'queued';
  const expected = isOpen ? { state } : { state: 'completed', conclusion: state };
  for (const word of words) expect({ word, ...at({ state: word }) }).toEqual({ word, ...expected });
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

/** Those that have ended have so without a time of their end too. */
const jobStates = {
  waiting: ['pending', 'waiting', 'blocked', 'limited', 'scheduled', 'accepted'],
  running: ['running', 'canceling', 'timing_out'],
  ended: ['passed', 'failed', 'timed_out', 'canceled', 'skipped', 'broken', 'waiting_failed'],
};

test.each(Object.entries(jobStates))('jobs are %s where Buildkite says %j', (state, words) => {
  for (const word of words) {
    const job = showJob(1, { state: word, finished_at: null });
    const expected = state === 'ended' ? { state, conclusion: word } : { state };
    expect({ word, ...readJobState(readFields(job, '')) }).toEqual({ word, ...expected });
  }
});

test('a job in a state that nobody knew has ended when it has a time of its end', () => {
  const job = showJob(1, { state: 'preempted' });
  expect(readJobState(readFields(job, ''))).toEqual({ state: 'ended', conclusion: 'preempted' });
  const open = showJob(1, { state: 'preempted', finished_at: null });
  expect(readJobState(readFields(open, ''))).toEqual({ state: 'waiting' });
});
