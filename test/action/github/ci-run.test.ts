import { expect, test } from 'vitest';
import { readCiRun } from '../../../action/src/github/ci-run.ts';

const folders = { GITHUB_WORKSPACE: '/home/runner/sync', RUNNER_TEMP: '/home/runner/temp' };
const context = {
  repo: { owner: 'acme', repo: 'sync' },
  runId: 1234567890,
  runAttempt: 2,
  eventName: 'pull_request',
  payload: {},
  sha: 'c'.repeat(40),
  ref: 'refs/pull/7/merge',
  apiUrl: 'https://api.github.com',
  serverUrl: 'https://github.com/',
};

test('the run is read from what the runner sets', () => {
  expect(readCiRun(context, folders)).toEqual({
    repository: { owner: 'acme', name: 'sync' },
    runId: '1234567890',
    attempt: 2,
    apiUrl: 'https://api.github.com',
    url: 'https://github.com/acme/sync/actions/runs/1234567890/attempts/2',
    workspace: '/home/runner/sync',
    temporaryFolder: '/home/runner/temp',
  });
});

test.each([
  ['GITHUB_REPOSITORY.repo', { repo: { owner: 'acme' } }],
  ['GITHUB_REPOSITORY.repo', { repo: { owner: 'acme', repo: '../x y' } }],
  ['GITHUB_RUN_ID', { runId: Number.NaN }],
  ['GITHUB_RUN_ATTEMPT', { runAttempt: 0 }],
  ['GITHUB_API_URL', { apiUrl: 'file:///etc/passwd' }],
  ['GITHUB_SERVER_URL', { serverUrl: 'https://github.example.com\u0000' }],
  ['RUNNER_TEMP', { folders: { GITHUB_WORKSPACE: '/w' } }],
])('%s is refused by its name: %j', (name, changed) => {
  const wrong = Object.assign({ folders }, context, changed);
  expect(() => readCiRun(wrong, wrong.folders)).toThrow(`at ${name}`);
});

test('a runner of one’s own that leaves out the attempt is in its first', () => {
  expect(readCiRun({ ...context, runAttempt: Number.NaN }, folders).attempt).toBe(1);
});
