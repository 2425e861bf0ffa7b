/** A change whose check has passed before its job begins. */
import { expect, test } from 'vitest';
import { refuse } from '../../servers/github/answer.ts';
import { makeRepository } from '../../runner/stage/make-repository.ts';
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

async function isSettled({ checks = [passed], inputs, isRefused, ...asked }: Asked) {
  const github = await startFakeGithub();
  github.checks.push(...checks);
  if (isRefused === true) github.intercept = () => refuse(403, 'Resource not accessible');
  const repository = makeRepository({ 'perigee.yml': suite });
  const before = repository.git('rev-parse', 'HEAD');
  repository.write('README.md', 'new');
  const after = repository.commit('change');
  const given = { affected: 'auto', token: 't', ...inputs };
  const request = { repository, before, after, inputs: given, apiUrl: github.url };
  return (await makeJob({ isQueued: true, ...request, ...asked })).job.isSettled();
}

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
