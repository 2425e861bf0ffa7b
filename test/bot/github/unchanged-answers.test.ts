import { expect, test } from 'vitest';
import type { RepositoryPlace } from '../../../src/transport/github/client.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import { startFakeGithub } from '../servers/fake-github.ts';
import { finishRun, openPull, startRunFor } from '../servers/fake/people.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { makeClock } from '../../transport/rest/make-clock.ts';
import { check, openSide } from './open-side.ts';

type Opened = Awaited<ReturnType<typeof openChange>>;

/** A pull request with a run, a check and a comment of ours. */
async function openChange() {
  const clock = makeClock();
  const opened = await openSide({ clock });
  const { fake, repository, side, state } = opened;
  pushCommit(state, fake, 'main', { files: { 'perigee.yml': 'version: 1' } });
  const head = pushCommit(state, fake, 'faster', { files: { 'a.ts': '1' } });
  const pull = openPull(state, fake, 'faster');
  const run = startRunFor(state, fake, pull);
  finishRun(fake, run);
  await side.writeCheck(repository, head, check);
  await side.writeComment(repository, pull.number, 'Slower.');
  // Being asked is what makes GitHub find out whether it can be merged.
  await side.readPullRequest(repository, pull.number);
  // What it wrote itself it knows for a while.
  clock.pass(10 * 60_000 + 1);
  return { ...opened, head, number: pull.number, runId: run.id };
}

const reads: Readonly<Record<string, (opened: Opened) => Promise<unknown>>> = {
  readPullRequest: ({ number, repository, side }) => side.readPullRequest(repository, number),
  listOpenPullRequests: ({ repository, side }) => side.listOpenPullRequests(repository),
  findPullRequests: ({ head, repository, side }) => side.findPullRequests(repository, head),
  listWorkflowRuns: ({ head, repository, side }) => side.listWorkflowRuns(repository, head),
  readWorkflowRun: ({ repository, runId, side }) => side.readWorkflowRun(repository, runId),
  listJobs: ({ repository, runId, side }) => side.listJobs(repository, runId),
  readFile: ({ repository, side }) => side.readFile(repository, 'perigee.yml', 'main'),
  listChangedFiles: ({ number, repository, side }) => side.listChangedFiles(repository, number),
  findMergeBase: ({ head, repository, side }) => side.findMergeBase(repository, 'main', head),
  defaultBranch: ({ repository, side }) => side.defaultBranch(repository),
  findCheck: ({ head, repository, side }) => side.findCheck(repository, head),
  findComment: ({ number, repository, side }) => side.findComment(repository, number),
  readPermission: ({ repository, side }) => side.readPermission(repository, 'acme'),
  findIssue: ({ repository, side }) => side.findIssue(repository, 'perigee culprit'),
};

test.for(Object.keys(reads))('what did not change is read again for nothing: %s', async (name) => {
  const opened = await openChange();
  const { github } = opened;
  const read = reads[name];
  const first = await read?.(opened);
  const from = github.requests.length;
  expect(await read?.(opened)).toEqual(first);
  const again = github.requests.slice(from);
  expect(again.length).toBeGreaterThan(0);
  expect(again.filter(({ status }) => status !== 304)).toEqual([]);
});

test('what changed is seen at once', async () => {
  const { fake, head, number, repository, side, state } = await openChange();
  const before = [
    await side.readPullRequest(repository, number),
    await side.findCheck(repository, head),
    await side.findComment(repository, number),
  ];
  const next = pushCommit(state, fake, 'faster', { files: { 'a.ts': '2' } });
  fake.checks[0]!.externalId = 'two';
  fake.comments[0]!.body += ' Or not.';
  const after = [
    await side.readPullRequest(repository, number),
    await side.findCheck(repository, head),
    await side.findComment(repository, number),
  ];
  expect(before).toMatchObject([{ head }, { externalId: 'one' }, { body: /Slower\.$/ }]);
  expect(after).toMatchObject([{ head: next }, { externalId: 'two' }, { body: /Or not\.$/ }]);
});

test('the second page is asked for although the first one has not changed', async () => {
  const { fake, github, number, repository, side, state } = await openChange();
  const ours = fake.comments.splice(0);
  for (let index = 0; index < 120; index++) {
    addComment(state, fake, number, { login: 'octocat', body: `comment ${index}` });
  }
  fake.comments.push(...ours);
  expect(await side.findComment(repository, number)).toMatchObject({ id: ours[0]?.id });
  ours[0]!.body += ' Or not.';
  const from = github.requests.length;
  expect(await side.findComment(repository, number)).toMatchObject({ body: /Or not\.$/ });
  expect(github.requests.slice(from).map(({ status }) => status)).toEqual([304, 200]);
});

test('what is added after a full page is found, although that page has not changed', async () => {
  const { fake, github, number, repository, side, state } = await openChange();
  fake.comments.splice(0);
  for (let index = 0; index < 100; index++) {
    addComment(state, fake, number, { login: 'octocat', body: `comment ${index}` });
  }
  expect(await side.findComment(repository, number)).toBeUndefined();
  const { id } = (await side.writeComment(repository, number, 'Slower.'))!;
  expect(await side.findComment(repository, number)).toMatchObject({ id });
  await side.writeComment(repository, number, 'Slower still.');
  await side.reply(repository, number, '12', 'Accepted.');
  await side.reply(repository, number, '12', 'Accepted.');
  expect(fake.comments.slice(100).map(({ body }) => body)).toEqual([
    '<!-- perigee -->\nSlower still.',
    '<!-- perigee:reply:12 -->\nAccepted.',
  ]);
  const from = github.requests.length;
  await side.findComment(repository, number);
  await side.findComment(repository, number);
  expect(github.requests.slice(from + 2).map(({ status }) => status)).toEqual([304, 304]);
});

test('what a run is of is known from the list that it stood in, and asked for otherwise', async () => {
  const { github, head, repository, runId, side } = await openChange();
  expect(await side.findRunOrigin(repository, runId)).toMatchObject({
    event: 'pull_request',
    head,
  });
  await side.listWorkflowRuns(repository, head);
  const from = github.requests.length;
  expect(await side.findRunOrigin(repository, runId)).toMatchObject({
    event: 'pull_request',
    head,
  });
  expect(github.requests.slice(from)).toEqual([]);
  expect(await side.findRunOrigin(repository, 1)).toBeUndefined();
});

test('a check that was known before is not updated where it has annotations', async () => {
  const { fake, head, repository, side } = await openChange();
  const { id } = (await side.findCheck(repository, head))!;
  fake.checks[0]!.annotations.push({ path: 'a.ts' });
  await side.findCheck(repository, head);
  expect(await side.writeCheck(repository, head, { ...check, externalId: 'two' }, id)).not.toBe(id);
});

test('two tokens of one installation do not take each other’s answers away', async () => {
  const { appId, privateKey, requests, url: apiUrl } = await startFakeGithub();
  const client = openGithub({ apiUrl, credentials: { appId: String(appId), privateKey } });
  const place = { owner: 'acme', name: 'sync' };
  const ask = (repository: RepositoryPlace) =>
    client.ask({ repository, what: 'the repository' }, ({ rest }, at) => rest.repos.get(at));
  const askBoth = async () => [await ask(place), await ask({ ...place, installation: 77 })];
  await askBoth();
  const from = requests.length;
  await askBoth();
  expect(requests.slice(from).map(({ status }) => status)).toEqual([304, 304]);
});
