/** A change whose check has passed before its job begins. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCode } from '../../../src/contract/user-error.ts';
import { reportBuild } from '../../../src/steps/job/report-build.ts';
import { runShard } from '../../../src/steps/job/run-shard.ts';
import { refuse } from '../../servers/github/answer.ts';
import { makeFolder, makeRepository } from '../../runner/stage/make-repository.ts';
import { type FakeCheck, startFakeGithub } from '../servers/fake-github.ts';
import { makeJob } from './make-job.ts';

const suite = `version: 1
suite: sync
tests:
  - { name: upload, command: ['true'] }
`;
const passed: FakeCheck = { name: 'perigee', app: 'perigee-acme', conclusion: 'success' };

interface Asked {
  checks?: FakeCheck[];
  inputs?: Record<string, string>;
  attempt?: number;
  isQueued?: boolean;
  labels?: string[];
  pullRequest?: number;
  isRefused?: boolean;
}

async function open({ checks = [passed], inputs, isRefused, ...asked }: Asked) {
  const github = await startFakeGithub();
  github.checks.push(...checks);
  if (isRefused === true) github.intercept = () => refuse(403, 'Resource not accessible');
  const repository = makeRepository({ 'perigee.yml': suite });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('README.md', 'new');
  const after = repository.commit('change');
  const given = { affected: 'auto', token: 't', ...inputs };
  const request = { repository, before, after, inputs: given, apiUrl: github.url };
  return makeJob({ isQueued: true, ...request, ...asked });
}

const isSettled = async (asked: Asked) => (await open(asked)).job.isSettled?.();

test('its job sets nothing up, and its report waits for no shard', async () => {
  const setup = { 'artifacts-folder': makeFolder() };
  const { job, log } = await open({ inputs: setup });
  expect(await runShard(job)).toBe(exitCode.nothingRegressed);
  expect(log.said.join()).toContain('has passed already');
  expect(existsSync(join(job.repository.root, '.perigee'))).toBe(false);
  const report = await open({ inputs: { ...setup, mode: 'report', 'shard-total': '3' } });
  expect(await reportBuild(report.job)).toBe(exitCode.nothingRegressed);
  const other = await open({ checks: [], inputs: { ...setup, mode: 'report' } });
  await expect(reportBuild(other.job)).rejects.toThrow('no shard has uploaded anything');
});

test('a merge group or a pull request is not measured', async () => {
  expect(await isSettled({})).toBe(true);
  expect(await isSettled({ pullRequest: 7 })).toBe(true);
});

const others: [string, Asked][] = [
  ['the job is not asked to leave anything out', { inputs: { affected: 'all' } }],
  ['there is no token to ask with', { inputs: { token: '' } }],
  ['this is a push', { isQueued: false }],
  ['somebody starts the job again', { attempt: 2 }],
  ['a label asks for more pairs', { pullRequest: 7, labels: ['perigee: expect improved'] }],
  ['there is no check', { checks: [] }],
  ['the check is at work', { checks: [{ name: 'perigee', app: 'perigee-acme' }] }],
  ['the check failed', { checks: [{ ...passed, conclusion: 'failure' }] }],
  ['a workflow made the check', { checks: [{ ...passed, app: 'github-actions' }] }],
  ['GitHub does not tell', { isRefused: true }],
];

test.each(others)('is measured where %s', async (_, asked) => {
  expect(await isSettled(asked)).toBe(false);
});
