import { expect, test } from 'vitest';
import { readCiRun } from '../../../action/src/event/ci-run.ts';

const environment = {
  GITHUB_REPOSITORY: 'acme/sync',
  GITHUB_RUN_ID: '1234567890',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_EVENT_PATH: '/tmp/event.json',
  GITHUB_SHA: 'c'.repeat(40),
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_API_URL: 'https://api.github.com',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_WORKSPACE: '/home/runner/sync',
  RUNNER_TEMP: '/home/runner/temp',
};

test('the run is read from what the runner sets', () => {
  expect(readCiRun(environment)).toEqual({
    repository: { owner: 'acme', name: 'sync' },
    runId: '1234567890',
    attempt: 2,
    eventName: 'pull_request',
    eventFile: '/tmp/event.json',
    checkout: { commit: 'c'.repeat(40), reference: 'refs/pull/7/merge' },
    apiUrl: 'https://api.github.com',
    url: 'https://github.com/acme/sync/actions/runs/1234567890/attempts/2',
    workspace: '/home/runner/sync',
    temporaryFolder: '/home/runner/temp',
  });
});

test.each([
  ['GITHUB_REPOSITORY', 'acme'],
  ['GITHUB_REPOSITORY', 'acme/sync/../x'],
  ['GITHUB_RUN_ID', '1/../2'],
  ['GITHUB_RUN_ATTEMPT', '0'],
  ['GITHUB_SHA', 'main'],
  ['GITHUB_API_URL', 'file:///etc/passwd'],
  ['GITHUB_SERVER_URL', 'https://github.example.com\u0000'],
  ['GITHUB_EVENT_PATH', undefined],
])('%s as %j is refused by its name', (name, value) => {
  expect(() => readCiRun({ ...environment, [name]: value })).toThrow(name);
});

test('a runner of one’s own that leaves out the attempt is in its first', () => {
  const { GITHUB_RUN_ATTEMPT: _left, ...rest } = environment;
  expect(readCiRun(rest).attempt).toBe(1);
});
