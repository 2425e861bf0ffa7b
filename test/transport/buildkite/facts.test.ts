import { expect, test } from 'vitest';
import { nameOfClone } from '../../../src/transport/buildkite/names.ts';
import {
  type BuildkiteSettings,
  openBuildkite,
} from '../../../src/transport/buildkite/open-buildkite.ts';
import { openGithubCommits } from '../../../src/transport/github/commits.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { showBuild } from '../../servers/ci/show-buildkite.ts';
import { commit, connect, never, startRun } from '../github/ask-facts.ts';
import { makeClock } from '../rest/make-clock.ts';

const build = { repository: 'acme/sync', runId: 'acme/sync/42' };

function ask(buildkite: FakeBuildkite, settings: Partial<BuildkiteSettings> = {}, key = build) {
  const { url: apiUrl, token } = buildkite;
  return openBuildkite({ apiUrl, token, clock: makeClock(), ...settings }).ci.findFacts(key, never);
}

test('a build of the default branch has its facts from Buildkite, and its commit from GitHub', async () => {
  const buildkite = await startFakeBuildkite();
  const job = { type: 'script', state: 'passed', name: 'measure', parallel_group_total: 2 };
  const page = 'https://buildkite.com/acme/sync/builds/42#';
  buildkite.build['jobs'] = [
    { ...job, id: 'a', parallel_group_index: 0, web_url: `${page}a` },
    {
      ...job,
      id: 'b',
      parallel_group_index: 1,
      web_url: `${page}b`,
      state: 'failed',
      retries_count: 2,
    },
    { id: 'c', type: 'waiter' },
  ];
  const { client } = connect(await startRun());
  expect(await ask(buildkite, { commits: openGithubCommits(client) })).toEqual({
    commit,
    parents: ['6dcb09b5b57875f334f61aebed695e2e4193db5e'],
    author: 'octocat',
    subject: 'Fix all the bugs',
    committedAt: '2011-04-14T16:00:49Z',
    createdAt: '2026-11-21T10:00:00.874Z',
    event: 'push',
    attempt: 3,
    branch: 'main',
    branchKind: 'default',
    fork: false,
    links: {
      build: 'https://buildkite.com/acme/sync/builds/42',
      'log of measure (2)': `${page}b`,
      'log of measure (1)': `${page}a`,
    },
    doubts: [],
  });
});

test('without a place to look commits up, what Buildkite knows is what there is', async () => {
  const facts = await ask(await startFakeBuildkite());
  expect(facts).toMatchObject({ author: 'Mona Lisa', parents: [], branchKind: 'default' });
  expect(facts).not.toHaveProperty('committedAt');
});

test('a commit that GitHub does not know costs its facts and nothing else', async () => {
  const github = await startRun();
  github.commits.clear();
  const { client } = connect(github);
  expect(
    await ask(await startFakeBuildkite(), { commits: openGithubCommits(client) }),
  ).toMatchObject({ parents: [] });
});

test.each([
  ['git://github.com/acme/sync.git', false],
  ['git://github.com/mallory/sync.git', true],
])('a pull request from %s is of a fork: %s', async (repository, fork) => {
  const buildkite = await startFakeBuildkite();
  buildkite.build['pull_request'] = { id: '7', base: 'release/2', repository };
  expect(await ask(buildkite)).toMatchObject({
    ...{ pullRequest: 7, targetBranch: 'release/2', event: 'pull_request', fork },
    branchKind: 'pull-request',
  });
});

test('a build of another repository than its event says is not believed', async () => {
  const buildkite = await startFakeBuildkite();
  const asked = ask(buildkite, {}, { ...build, repository: 'acme/secret' });
  await expect(asked).rejects.toMatchObject({ name: 'Refused', code: 'ci-not-found' });
});

test('a build without a commit yet, or with an id that leads elsewhere, is refused', async () => {
  const buildkite = await startFakeBuildkite();
  buildkite.build['commit'] = 'HEAD';
  await expect(ask(buildkite)).rejects.toMatchObject({ code: 'ci-strange-answer' });
  for (const runId of ['42', 'acme/../42', 'acme/sync/42/..', 'acme/sync/-1']) {
    const asked = ask(buildkite, {}, { ...build, runId });
    await expect(asked).rejects.toMatchObject({ code: 'ci-not-found' });
  }
});

test.each([
  ['git@github.com:acme/sync.git', 'acme/sync'],
  ['https://github.com/acme/sync', 'acme/sync'],
  ['ssh://git@git.example.com:2222/group/team/sync.git', 'group/team/sync'],
  ['/srv/git/sync.git', undefined],
  ['sync', undefined],
  [`git@github.com:acme/${'sync'.repeat(300)}`, undefined],
])('the clone address %s is that of %s', (address, name) => {
  expect(nameOfClone(address)).toBe(name);
});

const ended = { source: 'schedule', finished_at: '2026-11-21T10:30:00.000Z' };

function list({ url: apiUrl, token }: FakeBuildkite, repository = 'acme/sync') {
  const { builds } = openBuildkite({ apiUrl, token, clock: makeClock() });
  const sinceMs = Date.parse('2026-11-14T00:00:00Z');
  return builds.listScheduled('acme/sync', { repository, branch: 'main', sinceMs }, never);
}

test('builds of a schedule that have ended are listed, newest first, without their jobs', async () => {
  const buildkite = await startFakeBuildkite();
  buildkite.builds.push(
    showBuild(43, ended),
    showBuild(44, { ...ended, branch: 'topic' }),
    showBuild(45, { source: 'schedule', state: 'running' }),
    showBuild(46, { ...ended, state: 'canceled', commit: 'HEAD' }),
    showBuild(47, { ...ended, created_at: '2026-11-13T10:00:00.000Z' }),
    showBuild(48, { ...ended, state: 'failed' }),
  );
  const found = { commit: 'c'.repeat(40), createdAtMs: Date.parse('2026-11-21T10:00:00.874Z') };
  const finishedAtMs = Date.parse(ended.finished_at);
  expect(await list(buildkite)).toEqual([
    { runId: 'acme/sync/48', ...found, finishedAtMs },
    { runId: 'acme/sync/43', ...found, finishedAtMs },
  ]);
  expect(buildkite.requests.at(-1)).toMatch(
    /branch=main&created_from=2026-11-14T00%3A00%3A00.000Z&exclude_jobs=true&exclude_pipeline=true/,
  );
});

test('among very many builds the newest three hundred are looked at', async () => {
  const buildkite = await startFakeBuildkite();
  for (let number = 43; number <= 400; number++) {
    const isNightly = number === 50 || number === 350;
    buildkite.builds.push(showBuild(number, isNightly ? ended : {}));
  }
  expect((await list(buildkite)).map(({ runId }) => runId)).toEqual(['acme/sync/350']);
  expect(buildkite.requests.filter((one) => one.includes('/builds?'))).toHaveLength(3);
});

test('a pipeline of another repository is refused', async () => {
  const buildkite = await startFakeBuildkite();
  await expect(list(buildkite, 'acme/other')).rejects.toThrow('is of the repository acme/sync');
});
