import { expect, test } from 'vitest';
import { hintPull, showPull, showRun } from '../../servers/ci/show-github.ts';
import { askFacts, commit, fork, makePull, own, startForkRun, startRun } from './ask-facts.ts';

const other = 'f'.repeat(40);
const branch = 'faster';

test('a fork’s pull request is found by its head repository and commit', async () => {
  const github = await startForkRun();
  // One of the same branch name in another fork, and one of this fork from another branch.
  github.pulls.push(
    makePull(6, { from: { owner: 'eve', repository: 777, branch, commit } }),
    makePull(5, { from: { ...fork, branch: 'slower', commit } }),
    makePull(7),
  );
  expect(await askFacts(github)).toMatchObject({
    ...{ pullRequest: 7, fork: true, branchKind: 'pull-request' },
    ...{ branch, targetBranch: 'main', author: 'mallory', doubts: [] },
  });
});

test('a fork that calls its branch main makes no history of ours', async () => {
  const github = await startForkRun({ head_branch: 'main' });
  github.pulls.push(makePull(7, { from: { ...fork, branch: 'main', commit } }));
  expect(await askFacts(github)).toMatchObject({ branchKind: 'pull-request', pullRequest: 7 });
});

test('another fork of the same owner name is not taken for the one of the run', async () => {
  const github = await startForkRun();
  github.pulls.push(makePull(8, { from: { ...fork, repository: 667, branch, commit } }));
  const facts = await askFacts(github);
  expect(facts).not.toHaveProperty('pullRequest');
  expect(facts.doubts).toEqual([`no pull request has the commit ${commit}`]);
});

test('a pull request that has newer commits by now is still that of the run', async () => {
  const github = await startForkRun();
  github.pulls.push(makePull(7, { from: { ...fork, branch, commit: other } }));
  expect((await askFacts(github)).pullRequest).toBe(7);
});

test('of those that a branch had one after the other, it is the one that was open then', async () => {
  const github = await startForkRun();
  const from = { ...fork, branch, commit: other };
  const spans: [number, string, string | undefined][] = [
    [3, '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z'],
    [5, '2026-11-20T10:00:00Z', '2026-11-21T10:30:00Z'],
    [9, '2026-11-21T11:00:00Z', undefined],
  ];
  for (const [number, created, closed] of spans) {
    const times = { created_at: created, ...(closed === undefined ? {} : { closed_at: closed }) };
    github.pulls.push(makePull(number, { from, ...times }));
  }
  expect((await askFacts(github)).pullRequest).toBe(5);
});

test('the one that has the commit of the run is it, though its closing started the run', async () => {
  const github = await startForkRun();
  const newer = makePull(8, { from: { ...fork, branch, commit: other } });
  github.pulls.push(newer, makePull(7, { closed_at: '2026-11-21T09:59:59Z' }));
  expect((await askFacts(github)).pullRequest).toBe(7);
});

test('a pull request that some other repository has of the same commit is none of ours', async () => {
  const github = await startForkRun();
  const foreign = showPull(makePull(7));
  const base = foreign['base'] as { repo: object };
  const moved = { ...foreign, base: { ...base, repo: { ...base.repo, id: 999 } } };
  github.intercept = (path) =>
    path.endsWith('/pulls') ? { status: 200, body: [moved] } : undefined;
  expect(await askFacts(github)).not.toHaveProperty('pullRequest');
});

test('two of one head are told apart by what the run names', async () => {
  const ours = { from: { ...own, branch, commit } };
  const hints = [hintPull(9, commit, branch)];
  const run = { event: 'pull_request', head_branch: branch, pull_requests: hints };
  const github = await startRun(run);
  github.pulls.push(makePull(8, { ...ours, base: 'release/2' }), makePull(9, ours));
  expect(await askFacts(github)).toMatchObject({
    pullRequest: 9,
    fork: false,
    targetBranch: 'main',
  });
});

test('two of one head of a fork stay in doubt: no number is guessed', async () => {
  const github = await startForkRun();
  github.pulls.push(makePull(8, { base: 'release/2' }), makePull(9));
  const facts = await askFacts(github);
  expect(facts).not.toHaveProperty('pullRequest');
  expect(facts.doubts).toEqual(['it could be any of the pull requests #8, #9']);
});

test('a fork that was deleted leaves the commit to find it by', async () => {
  const github = await startForkRun();
  // GitHub does send null for both repositories, which its description does not have.
  const gone = { head_repository: null, head_branch: null };
  const run = showRun(812, { ...github.runs.get(812), ...gone });
  const pull = showPull(makePull(7, { from: { ...fork, repository: null, branch, commit } }));
  github.intercept = (path) => {
    if (path.endsWith('/runs/812')) return { status: 200, body: run };
    return path.endsWith('/pulls') ? { status: 200, body: [pull] } : undefined;
  };
  expect(await askFacts(github)).toMatchObject({ pullRequest: 7, fork: true });
});

test('a branch that was renamed leaves the commit and the repository', async () => {
  const github = await startForkRun({ head_branch: 'renamed-since' });
  const strange = { from: { owner: 'eve', repository: 777, branch, commit }, commits: [commit] };
  github.pulls.push(makePull(6, strange));
  expect(await askFacts(github)).not.toHaveProperty('pullRequest');
});

test('a push is of no pull request, whatever branch it is on', async () => {
  const github = await startRun({ event: 'push', head_branch: branch });
  github.pulls.push(makePull(7, { from: { ...own, branch, commit } }));
  const facts = await askFacts(github);
  expect(facts).not.toHaveProperty('pullRequest');
  expect(facts.branchKind).toBe('other');
});
