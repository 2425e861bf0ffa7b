/** A commit that was pushed to the default branch, and is the head of a pull request too. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IssueStage, openIssueStage } from '../commands/issue-stage.ts';
import { measureRun, openPull, pullRequest, startRun } from '../reconcile/scenario.ts';
import { commitId, newestCheck, repository } from '../reconcile/world.ts';
import { accepting, lookUntilDone, pushOf, pushToMain } from './pushes.ts';

let stage: IssueStage;
beforeEach(async () => (stage = await openIssueStage()));
afterEach(() => stage.close());

/** Proposes it for a release, where it is measured against something else. */
async function proposeForRelease(pushed: string, number: number): Promise<void> {
  const { look, world } = stage;
  const release = world.branches.get('release') ?? world.commits.get(pushed)!.parents[0]!;
  world.branches.set('release', release);
  openPull(world, number, pushed, { baseBranch: 'release' });
  measureRun(world, { baseBranch: 'release' }, startRun(world, number));
  await look(pullRequest(number));
}

test('the push that mended it is found, though it was proposed and measured for a release since', async () => {
  await stage.push('slower', { factor: 1.3 });
  const mended = await stage.push('mended', { factor: 0.75 });
  stage.world.issues = [];
  await proposeForRelease(mended, 1);
  await stage.push('fine');
  expect(stage.world.issues).toEqual([]);
});

test('its issue is closed and commanded all the same', async () => {
  const slower = await stage.push('slower', { factor: 1.3 });
  await proposeForRelease(slower, 1);
  expect(await stage.say('/perigee explain')).toContain('+30');
  await stage.push('mended', { factor: 0.75 });
  expect(stage.issue()).toMatchObject({ isOpen: false });
  expect(stage.issue().body).toContain('### ✅ Recovered');
});

test('closed, the pull request gives the push its check back', async () => {
  const { ledger, look, world } = stage;
  const slower = await stage.push('slower', { factor: 1.3 });
  await proposeForRelease(slower, 1);
  expect(newestCheck(world, slower)).toMatchObject({ conclusion: 'success' });
  world.pulls.get(1)!.isOpen = false;
  await look(pullRequest(1));
  for (const due of ledger.listDue(world.nowMs)) await look(due);
  expect(newestCheck(world, slower)).toMatchObject({ conclusion: 'failure' });
});

test('a pull request that goes on to the next push leaves the verdict on the one before', async () => {
  const { ledger, look, world } = stage;
  const slower = await stage.push('slower', { factor: 1.3 });
  world.branches.set('release', world.commits.get(slower)!.parents[0]!);
  openPull(world, 1, slower, { baseBranch: 'release' });
  await look(pullRequest(1));
  expect(newestCheck(world, slower)).toMatchObject({ status: 'queued' });
  world.pulls.get(1)!.head = await stage.push('next');
  await look(pullRequest(1));
  for (const due of ledger.listDue(world.nowMs)) await look(due);
  expect(newestCheck(world, slower)).toMatchObject({ conclusion: 'failure' });
});

test('an accept of what was merged is taken back, and the push has its issue at once', async () => {
  const { ledger, look, world } = stage;
  openPull(world, 1, commitId('proposed'));
  const accepted = { ...accepting, change: 0.32, changeAbsolute: 4e6, upper: 0.35 };
  const facts = { repositoryId: repository.id, commit: commitId('proposed'), atMs: 1 };
  ledger.addAccept({ ...facts, number: 1, series: [accepted], by: 'm', because: 'worth it' });
  const merged = pushToMain(stage, 'merged', { factor: 1.3 });
  Object.assign(world.pulls.get(1)!, { isOpen: false, isMerged: true, mergeCommit: merged });
  await lookUntilDone(stage, merged);
  expect(world.issues).toEqual([]);
  ledger.takeBackAccept(repository.id, 'A1', 'ada', world.nowMs);
  // So does the command.
  await look(pullRequest(1));
  expect(ledger.listDue(world.nowMs)).toContainEqual(pushOf(merged));
  await lookUntilDone(stage, merged);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  expect(newestCheck(world, merged)).toMatchObject({ conclusion: 'failure' });
});
