import { expect, test } from 'vitest';
import { refuse } from '../../servers/github/answer.ts';
import { askFacts, build, commit, connect, never, startRun } from './ask-facts.ts';

const parents = ['d'.repeat(40), 'e'.repeat(40)];

test('a push to the default branch has all its facts from the API', async () => {
  const github = await startRun({ event: 'push', head_branch: 'main', run_attempt: 3 });
  const written = { name: 'Mona', email: 'mona@example.com', date: '2026-11-20T08:00:00+02:00' };
  const facts = { author: written, committer: written, message: 'faster' };
  github.commits.set(commit, {
    parents: parents.map((sha) => ({ sha, url: `https://api.github.com/${sha}` })),
    commit: {
      ...facts,
      url: 'https://api.github.com/x',
      comment_count: 0,
      tree: { sha: commit, url: 'https://x' },
    },
  });
  github.jobs.push({ name: 'measure (1)' }, { name: 'measure (2)', conclusion: 'failure' });
  expect(await askFacts(github)).toEqual({
    commit,
    parents,
    author: 'octocat',
    subject: 'faster',
    committedAt: '2026-11-20T06:00:00Z',
    createdAt: '2026-11-21T10:00:00Z',
    event: 'push',
    attempt: 3,
    branch: 'main',
    branchKind: 'default',
    fork: false,
    links: {
      build: 'https://github.com/acme/sync/actions/runs/812',
      'log of measure (2)': 'https://github.com/acme/sync/actions/runs/812/job/1001',
      'log of measure (1)': 'https://github.com/acme/sync/actions/runs/812/job/1000',
    },
    doubts: [],
  });
  expect(github.requests).toHaveLength(4);
});

test('a commit whose author has no account is said to be of who its author says he is', async () => {
  const github = await startRun({ event: 'push' });
  github.commits.set(commit, { author: null, committer: null });
  expect((await askFacts(github)).author).toBe('Monalisa Octocat');
});

test('the merge queue names the pull request that it ends with, and its base', async () => {
  const branch = `gh-readonly-queue/release/2.x/pr-41-${'f'.repeat(40)}`;
  const github = await startRun({ event: 'merge_group', head_branch: branch });
  expect(await askFacts(github)).toMatchObject({
    ...{ branch, branchKind: 'merge-queue', targetBranch: 'release/2.x', pullRequest: 41 },
    doubts: [],
  });
});

test('a release branch is one by its name, as the settings say', async () => {
  const github = await startRun({ event: 'push', head_branch: 'maint-2' });
  expect((await askFacts(github)).branchKind).toBe('other');
  expect((await askFacts(github, { releaseBranches: ['maint-*'] })).branchKind).toBe('release');
});

test('a run of hundreds of jobs links to those that failed first, and to fifty pages at most', async () => {
  const github = await startRun({ event: 'push' });
  for (let index = 0; index < 130; index++) github.jobs.push({ name: 'measure' });
  github.jobs.push({ name: 'broken', conclusion: 'timed_out' });
  const { links } = await askFacts(github);
  expect(Object.keys(links)).toHaveLength(50);
  expect(Object.keys(links).slice(0, 4)).toEqual([
    ...['build', 'log of broken', 'log of measure', 'log of measure (2)'],
  ]);
});

test.each([
  ['is not there', { ...build, runId: '813' }, 'ci-not-found'],
  [
    'is of a repository that the token may not see',
    { ...build, repository: 'acme/secret' },
    'ci-not-found',
  ],
  ['has an id that no run has', { ...build, runId: '1/../../pulls' }, 'ci-not-found'],
  ['has a repository that none can be', { ...build, repository: '../user' }, 'ci-not-found'],
])('a run that %s is not asked about for ever', async (_title, key, code) => {
  const github = await startRun();
  github.intercept = (path) => (path.includes('secret') ? refuse(404, 'Not Found') : undefined);
  const asked = connect(github).ci.findFacts(key, never);
  await expect(asked).rejects.toMatchObject({ name: 'Refused', code });
});

test('a token that does not hold any more is waited for: nothing is wrong with the build', async () => {
  const github = await startRun();
  const credentials = { token: 'ghp_revoked' };
  const asked = askFacts(github, { credentials });
  await expect(asked).rejects.toMatchObject({ name: 'Unavailable', retryAfterMs: 60_000 });
  await expect(asked).rejects.toThrow(/401/);
  await expect(asked).rejects.not.toThrow(/ghp_/);
});

test('jobs that may not be read cost the links to them, and nothing else', async () => {
  const github = await startRun({ event: 'push', head_branch: 'main' });
  github.intercept = (path) =>
    path.endsWith('/jobs') ? refuse(403, 'Resource not accessible by integration') : undefined;
  const { links, branchKind } = await askFacts(github);
  expect([Object.keys(links), branchKind]).toEqual([['build'], 'default']);
});

test('a limit in the middle leaves no half of the facts', async () => {
  const github = await startRun({ event: 'push' });
  github.intercept = (path) =>
    path.endsWith('/jobs') ? refuse(403, 'You have exceeded a secondary rate limit.') : undefined;
  const asked = askFacts(github);
  await expect(asked).rejects.toMatchObject({ name: 'Unavailable', retryAfterMs: 60_000 });
});

test('an answer about another run, or none at all, is not believed', async () => {
  const github = await startRun();
  for (const body of [{ ...github.runs.get(812), id: 1 }, {}, [], 'x', null]) {
    github.intercept = () => ({ status: 200, body });
    await expect(askFacts(github)).rejects.toMatchObject({ code: 'ci-strange-answer' });
  }
});

test('a repository that was renamed is followed, but to no other host', async () => {
  const github = await startRun({ event: 'push', head_branch: 'main' });
  const moved = (to: string) => (path: string) =>
    path.startsWith('/repos/acme/old')
      ? { status: 301, headers: { location: to + path.replace('old', 'sync') } }
      : undefined;
  const { ci } = connect(github);
  github.intercept = moved(github.url);
  const old = { ...build, repository: 'acme/old' };
  expect(await ci.findFacts(old, never)).toMatchObject({ branchKind: 'default' });
  github.intercept = moved(github.storage.url);
  await expect(ci.findFacts(old, never)).rejects.toThrow(/to another host/);
  expect(github.storage.requests).toEqual([]);
});
