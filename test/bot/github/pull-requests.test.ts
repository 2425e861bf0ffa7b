import { expect, test } from 'vitest';
import { fork, pushCommit } from '../servers/fake/history.ts';
import { closePull, openPull, startRunFor } from '../servers/fake/people.ts';
import { refuse } from '../../servers/github/answer.ts';
import { openSide, openSideOfPull } from './open-side.ts';

test('a pull request says all that is asked of it', async () => {
  const { side, state, fake, repository } = await openSide();
  const head = pushCommit(state, fake, 'faster');
  openPull(state, fake, 'faster', { author: 'ann' });
  const found = await side.readPullRequest(repository, 1);
  expect(found).toMatchObject({
    ...{ number: 1, isOpen: true, isMerged: false, head, headRepositoryId: fake.id },
    ...{ headBranch: 'faster', baseBranch: 'main', base: fake.branches.get('main') },
    ...{ fork: false, author: 'ann', url: 'https://github.com/acme/sync/pull/1' },
  });
  expect(found?.mergeCommit).toBeUndefined();
  expect(Math.abs((found?.updatedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  expect(await side.readPullRequest(repository, 2)).toBeUndefined();
});

test('one that was merged names the commit of the merge, and one whose fork is gone is of a fork', async () => {
  const { side, state, repository, pull } = await openSideOfPull();
  closePull(state, pull);
  Object.assign(pull, { merged: true, mergeCommit: 'f'.repeat(40), forkDeleted: true });
  const found = await side.readPullRequest(repository, 1);
  expect(found).toMatchObject({ isOpen: false, isMerged: true, mergeCommit: 'f'.repeat(40) });
  expect(found).toMatchObject({ fork: true });
  expect(found?.headRepositoryId).toBeUndefined();
});

test('the open pull requests come with those changed last first, of all pages', async () => {
  const { side, state, fake, repository } = await openSide();
  let now = 1_800_000_000_000;
  state.nowMs = () => (now += 1000);
  for (let index = 0; index < 120; index++) {
    pushCommit(state, fake, `branch-${index}`);
    openPull(state, fake, `branch-${index}`);
  }
  pushCommit(state, fake, 'branch-7');
  closePull(state, fake.pulls[119]!);
  state.nowMs = () => Date.now();
  const numbers = (await side.listOpenPullRequests(repository)).map(({ number }) => number);
  expect(numbers).toHaveLength(119);
  expect(numbers.slice(0, 3)).toEqual([8, 119, 118]);
});

test('a commit leads to the open pull requests whose head it is, and to no others', async () => {
  const { side, state, fake, repository } = await openSide();
  const first = pushCommit(state, fake, 'faster');
  const second = pushCommit(state, fake, 'faster');
  fake.branches.set('same', second);
  for (const branch of ['faster', 'same']) openPull(state, fake, branch);
  openPull(state, fake, 'faster', { into: 'main' });
  closePull(state, fake.pulls[2]!);
  const numbers = async (commit: string) =>
    (await side.findPullRequests(repository, commit)).map(({ number }) => number).sort();
  expect(await numbers(second)).toEqual([1, 2]);
  expect(await numbers(first)).toEqual([]);
  expect(await numbers('0'.repeat(40))).toEqual([]);
});

test('one that is to be merged into another repository is none of ours, whatever its number', async () => {
  const { side, state, fake, repository } = await openSide();
  const theirs = fork(state, fake, 'mallory');
  const head = pushCommit(state, fake, 'faster');
  openPull(state, theirs, 'faster', { from: fake, into: 'main' });
  expect(await side.findPullRequests(repository, head)).toEqual([]);
  pushCommit(state, fake, 'slow');
  openPull(state, fake, 'slow');
  openPull(state, fake, 'faster');
  const found = await side.findPullRequests(repository, head);
  expect(found.map(({ number, url }) => [number, url])).toEqual([
    [2, 'https://github.com/acme/sync/pull/2'],
  ]);
});

test('a pull request of a fork is found though GitHub does not know its commit by itself', async () => {
  const { side, github, state, fake, repository } = await openSide();
  const theirs = fork(state, fake, 'mallory');
  const head = pushCommit(state, theirs, 'faster');
  const pull = openPull(state, fake, 'faster', { from: theirs });
  startRunFor(state, fake, pull);
  // What it says of commits that are in no branch of the repository itself.
  github.intercept = ({ path }) =>
    path.endsWith(`/commits/${head}/pulls`)
      ? refuse(422, `No commit found for SHA: ${head}`)
      : undefined;
  const found = await side.findPullRequests(repository, head);
  expect(found).toMatchObject([{ number: 1, fork: true, headRepositoryId: theirs.id }]);
  // Of no run either, it is among those that were changed last.
  fake.runs.length = 0;
  expect(await side.findPullRequests(repository, head)).toMatchObject([{ number: 1 }]);
});
