import { describe, expect, test } from 'vitest';
import { readCiRun } from '../../../action/src/github/ci-run.ts';
import { connectGithub, type GithubApi } from '../../../action/src/github/connect.ts';
import { type AppCheck, findAppCheck } from '../../../action/src/github/find-app-check.ts';
import { markerOf, postComment } from '../../../action/src/github/post-comment.ts';
import { nameOwnCheck } from '../../../src/transport/github/checks.ts';
import { refuse } from '../../servers/github/answer.ts';
import { type EmulatedGithub, startEmulatedGithub } from '../servers/emulated-github.ts';
import { type FakeGithub, startFakeGithub } from '../servers/fake-github.ts';

describe('ci run', () => {
  const folders = { GITHUB_WORKSPACE: '/home/runner/sync', RUNNER_TEMP: '/home/runner/temp' };
  const context = {
    repo: { owner: 'acme', repo: 'sync' },
    runId: 1234567890,
    runAttempt: 2,
    eventName: 'pull_request',
    payload: {},
    ...{ actor: 'ada', job: 'arm', workflow: 'Performance' },
    sha: 'c'.repeat(40),
    ref: 'refs/pull/7/merge',
    apiUrl: 'https://api.github.com',
    serverUrl: 'https://github.com/',
  };

  test('the run is read from what the runner sets', () => {
    expect(readCiRun(context, folders)).toEqual({
      repository: { owner: 'acme', name: 'sync' },
      ...{ actor: 'ada', job: 'arm', workflow: 'Performance' },
      runId: '1234567890',
      attempt: 2,
      apiUrl: 'https://api.github.com',
      url: 'https://github.com/acme/sync/actions/runs/1234567890/attempts/2',
      workspace: '/home/runner/sync',
      temporaryFolder: '/home/runner/temp',
    });
  });

  test('of two workflows with one name each is known by its file', () => {
    const reference = 'acme/sync/.github/workflows/perf.yml@refs/pull/7/merge';
    const { workflow } = readCiRun(context, { ...folders, GITHUB_WORKFLOW_REF: reference });
    expect(workflow).toBe('.github/workflows/perf.yml');
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
});

describe('emulated', () => {
  /** A pull request of one commit; returns its number and its head. */
  async function openPullRequest({ asOwner }: EmulatedGithub): Promise<[number, string]> {
    const repository = '/repos/acme/sync';
    const main = await asOwner('GET', `${repository}/git/ref/heads/main`);
    const { sha } = main['object'] as { sha: string };
    await asOwner('POST', `${repository}/git/refs`, { ref: 'refs/heads/faster', sha });
    const file = { message: 'faster', content: 'MQ==', branch: 'faster' };
    await asOwner('PUT', `${repository}/contents/faster.txt`, file);
    const pull = { title: 'Faster', head: 'faster', base: 'main' };
    const made = await asOwner('POST', `${repository}/pulls`, pull);
    return [Number(made['number']), (made['head'] as { sha: string }).sha];
  }

  async function connect(github: EmulatedGithub, access: 'read' | 'write'): Promise<GithubApi> {
    const token = await github.tokenFor({ pull_requests: access, issues: access, checks: 'read' });
    return (await connectGithub(token, github.url, { owner: 'acme', name: 'sync' }))!;
  }

  const text = { suite: 'sync', body: 'Nothing regressed.', shortBody: 'Nothing.' };

  test('a job comments as the bot that it is, changes that comment, and leaves a planted one alone', async () => {
    const github = await startEmulatedGithub();
    const [pullRequest, head] = await openPullRequest(github);
    const path = `/repos/acme/sync/issues/${pullRequest}/comments`;
    await github.asOwner('POST', path, { body: `${markerOf('sync')}\nPlanted.` });
    const api = await connect(github, 'write');
    const request = { ...text, pullRequest, head };
    expect(await postComment(api, request, [])).toMatchObject({ kind: 'created' });
    const newer = { ...request, body: 'Something regressed.' };
    expect(await postComment(api, newer, [])).toMatchObject({ kind: 'updated' });
    const comments = Object.values(await github.asOwner('GET', path));
    expect(comments).toMatchObject([
      { user: { login: 'acme' }, body: `${markerOf('sync')}\nPlanted.` },
      { user: { login: 'github-actions[bot]' }, body: `${markerOf('sync')}\nSomething regressed.` },
    ]);
  });
});

describe('find app check', () => {
  async function find(github: FakeGithub): Promise<AppCheck | undefined> {
    const api = await connectGithub('token', github.url, { owner: 'acme', name: 'sync' });
    return findAppCheck(api!, 'a'.repeat(40));
  }

  test("the app's own check says that the app is there", async () => {
    const github = await startFakeGithub();
    github.checks.push({ name: 'perigee', app: 'perigee-acme' });
    expect(await find(github)).toEqual({ app: 'perigee-acme', isPassed: false });
  });

  test('an app of any name is known by the external id of its check', async () => {
    const github = await startFakeGithub();
    const externalId = nameOwnCheck('what it says');
    github.checks.push({ name: 'perigee', app: 'acme-speed', externalId });
    expect(await find(github)).toMatchObject({ app: 'acme-speed' });
  });

  test('a check that a workflow or the CI of another app made, or one of another name, does not', async () => {
    const github = await startFakeGithub();
    const externalId = nameOwnCheck('planted');
    github.checks.push({ name: 'perigee', app: 'github-actions', externalId });
    github.checks.push({ name: 'perigee', app: 'azure-pipelines', conclusion: 'success' });
    github.checks.push({ name: 'lint', app: 'linter' });
    expect(await find(github)).toBeUndefined();
  });

  test('a job that may not look finds none', async () => {
    const github = await startFakeGithub();
    github.intercept = () => refuse(403, 'Resource not accessible by integration');
    expect(await find(github)).toBeUndefined();
  });
});
