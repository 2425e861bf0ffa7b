import { expect, test } from 'vitest';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { GithubSide } from '../../../bot/src/github/open-github-side.ts';
import { commit, measureRun, propose, pullRequest, startRun, startScenario } from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

/** A pull request whose first commit is measured and slower, with nothing written of it yet. */
function startSlow(suiteMore = 'gate: { confirm: false }') {
  const scenario = startScenario({ suite: `${startText}${suiteMore}\n` });
  const { world } = scenario;
  const old = propose(world, { name: 'old' });
  measureRun(world, { factors: { upload: 1.3 } });
  return { ...scenario, old };
}

const startText = `version: 1
suite: sync
tests:
  - { name: upload, command: [node, upload.mjs] }
thresholds:
  defaults: { latency: { worse: 5% } }
`;

const methods: (keyof GithubSide)[] = [
  'readPullRequest',
  'findMergeBase',
  'listChangedFiles',
  'readFile',
  'listWorkflowRuns',
  'listJobs',
  'readRequirement',
  'findCheck',
  'findPullRequests',
  'writeCheck',
  'findComment',
  'writeComment',
];

test.each(methods)('a push during %s is what the comment is about in the end', async (method) => {
  const { look, old, world } = startSlow();
  let pushed: string | undefined;
  world.onCall = (called) => {
    if (called !== method || pushed !== undefined) return;
    pushed = commit(world, { name: 'new', parents: [old] });
    world.pulls.get(1)!.head = pushed;
    startRun(world, 1);
  };
  await look(pullRequest(1));
  world.onCall = () => undefined;
  expect(ownComments(world, 1)).toEqual([]);
  // The push is told too, and heard of when the look is done.
  await look(pullRequest(1));
  expect(newestCheck(world, pushed!)).toMatchObject({ status: 'in_progress' });
  for (const body of ownComments(world, 1)) expect(body).toContain('Measuring');
  expect(ownComments(world, 1).length).toBeLessThan(2);
});

test.each<keyof GithubSide>(['readRequirement', 'findCheck'])(
  'the head moves on during %s, before the check is written: the old commit gets none',
  async (method) => {
    const { look, old, world } = startSlow();
    world.onCall = (called) => {
      if (called !== method || world.pulls.get(1)!.head !== old) return;
      world.pulls.get(1)!.head = commit(world, { name: 'new', parents: [old] });
    };
    await look(pullRequest(1));
    expect(newestCheck(world, old)).toBeUndefined();
    expect(newestCheck(world, world.pulls.get(1)!.head)).toMatchObject({ status: 'queued' });
  },
);

test('a push during a look that would measure again lets the new commit alone be measured', async () => {
  const { look, old, world } = startSlow('');
  let pushed = '';
  world.onCall = (called) => {
    if (called !== 'listWorkflowRuns' || pushed !== '') return;
    pushed = commit(world, { name: 'new', parents: [old] });
    world.pulls.get(1)!.head = pushed;
    startRun(world, 1);
  };
  await look(pullRequest(1));
  expect(world.reruns).toEqual([]);
  expect(newestCheck(world, pushed)).toMatchObject({ status: 'in_progress' });
});

test.each(['findCheck', 'writeCheck'])(
  'a former commit that GitHub has no more keeps no new one from its check (%s)',
  async (method) => {
    const { look, old, world } = startSlow('');
    await look(pullRequest(1));
    const head = commit(world, { name: 'new', parents: [old] });
    world.pulls.get(1)!.head = head;
    let isFirst = true;
    world.onCall = (called) => {
      if (called !== method || !isFirst) return;
      isFirst = false;
      throw new Refused('ci-not-allowed', 'No commit found for SHA', { status: 422 });
    };
    await look(pullRequest(1));
    expect(isFirst).toBe(false);
    expect(newestCheck(world, head)).toMatchObject({ status: 'queued' });
  },
);

test('results that come late for an old commit touch neither the new one nor the comment', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const old = propose(world, { name: 'old' });
  const late = startRun(world, 1);
  await look(pullRequest(1));
  const head = commit(world, { name: 'new', parents: [old] });
  world.pulls.get(1)!.head = head;
  measureRun(world);
  await look(pullRequest(1));
  const [comment] = ownComments(world, 1);
  measureRun(world, { factors: { upload: 1.5 } }, late);
  await look(pullRequest(1));
  expect(newestCheck(world, old)).toMatchObject({ conclusion: 'cancelled' });
  expect(newestCheck(world, old)?.title).toContain('Superseded');
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ownComments(world, 1)).toEqual([comment]);
});

test('an old commit that has its verdict keeps it', async () => {
  const { look, old, world } = startSlow();
  await look(pullRequest(1));
  const { title } = newestCheck(world, old)!;
  world.pulls.get(1)!.head = commit(world, { name: 'new', parents: [old] });
  await look(pullRequest(1));
  expect(newestCheck(world, old)).toMatchObject({ conclusion: 'failure', title });
});

test('a pull request that is gone is forgotten', async () => {
  const { ledger, look, world } = startSlow();
  await look(pullRequest(1));
  world.pulls.delete(1);
  ledger.scheduleLook(pullRequest(1), world.nowMs);
  await look(pullRequest(1));
  expect([ledger.listDue(world.nowMs), ledger.listUnfinished()]).toEqual([[], []]);
});
