import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openPull } from '../servers/fake/people.ts';
import { addComment } from '../servers/fake/routes-of-issues.ts';
import { pushCommit } from '../servers/fake/history.ts';
import { openSide, openSideOfPull } from './open-side.ts';

const longest = '🚀'.repeat(65_536);

test('an own comment is found among a hundred of the longest that strangers can write', async () => {
  const { side, state, fake, repository, github, pull } = await openSideOfPull();
  for (let count = 0; count < 100; count += 1) {
    addComment(state, fake, pull.number, { login: 'mallory', body: longest });
    if (count === 50) await side.reply(repository, pull.number, 'key', 'The answer.');
  }
  await side.reply(repository, pull.number, 'key', 'The answer.');
  const answers = fake.comments.filter(({ appId }) => appId !== undefined);
  expect(answers).toHaveLength(1);
  const pages = github.requests
    .map(({ line }) => line)
    .filter((line) => line.includes('/comments?'));
  expect(pages.some((line) => line.includes('per_page=20') || line.includes('per_page=5'))).toBe(
    true,
  );
});

test('a change whose files are too much for an answer counts as one of too many files', async () => {
  const { side, repository, pull } = await openSideOfPull();
  pull.changedFiles = Array.from({ length: 90 }, (_, place) => `${'x'.repeat(60_000)}${place}`);
  expect(await side.listChangedFiles(repository, pull.number)).toBeUndefined();
});

test('the long texts of a stranger hide no pull request of anybody else', async () => {
  const { side, state, fake, repository, github } = await openSide();
  let now = 1_800_000_000_000;
  state.nowMs = () => (now += 1000);
  for (let index = 0; index < 60; index += 1) {
    pushCommit(state, fake, `branch-${index}`);
    openPull(state, fake, `branch-${index}`);
  }
  state.nowMs = () => Date.now();
  // Those changed last come first, and no five of them fit.
  for (const pull of fake.pulls.slice(45)) pull.title = longest.repeat(4);
  const found = await side.listOpenPullRequests(repository);
  expect(found).toHaveLength(60);
  const pages = github.requests.filter(({ line }) => line.includes('/pulls?'));
  expect(pages.length).toBeLessThan(40);
});

test('of a conversation without an end a hundred pages are read', async () => {
  const { side, repository, github } = await openSide();
  const link = `<${github.url}/repos/acme/sync/issues/3/comments?page=2>; rel="next"`;
  github.intercept = ({ path }) =>
    path.endsWith('/comments') ? { status: 200, body: [], headers: { link } } : undefined;
  expect(await side.findComment(repository, 3)).toBeUndefined();
  const pages = github.requests.filter(({ line }) => line.includes('/comments?'));
  expect(pages).toHaveLength(100);
});

test('what strangers write at length is not kept, and so pushes nothing else out', async () => {
  const { side, state, fake, repository, github, pull } = await openSideOfPull();
  for (let count = 0; count < 12; count += 1) {
    addComment(state, fake, pull.number, {
      login: 'mallory',
      body: randomBytes(40_000).toString('base64'),
    });
  }
  await side.findComment(repository, pull.number);
  const from = github.requests.length;
  await side.findComment(repository, pull.number);
  expect(github.requests.slice(from).map(({ status }) => status)).toEqual([200]);
});

test('jobs with more steps than fit into an answer are read in smaller pages', async () => {
  const { side, repository, github } = await openSide();
  const steps = Array.from({ length: 20_000 }, (_, number) => ({ number, name: 'x'.repeat(250) }));
  github.intercept = ({ path, url }) => {
    if (!path.endsWith('/jobs')) return undefined;
    const isWhole = url.searchParams.get('per_page') === '100';
    const job = { id: 1, name: 'bench', run_attempt: 1, status: 'queued', conclusion: null };
    return { status: 200, body: { total_count: 1, jobs: [isWhole ? { ...job, steps } : job] } };
  };
  expect(await side.listJobs(repository, 9)).toMatchObject([{ name: 'bench', status: 'queued' }]);
});
