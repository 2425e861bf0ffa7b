/** What people with rights in a repository do to its runs, so that a red one is forgotten. */
import { expect, test } from 'vitest';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { deleteRun, measureLucky, open, startRed, tests } from './red-stage.ts';
import { commit, endRun, pullRequest } from './scenario.ts';
import { newestCheck } from './world.ts';

const dayMs = 24 * 60 * 60_000;

test.each([0, 1, 2])(
  'a run that was deleted still counts, and after %i more that were cancelled',
  async (cancelled) => {
    const stage = await startRed();
    const { check, comment, look, run } = stage;
    deleteRun(stage, run);
    await look(pullRequest(1));
    expect(check()).toBe('failure');
    expect(comment()).toContain(`Run ${run.id} was deleted; its verdict still counts.`);
    for (let times = 0; times < cancelled; times++) endRun(stage.begin(), 'cancelled');
    await measureLucky(stage);
    expect(check()).toBe('failure');
    expect(comment()).toContain(`Run ${run.id} was deleted; its verdict still counts.`);
    expect(newestCheck(stage.world, stage.head)?.summary).toContain('was deleted');
  },
);

test('an alarm of a run that was deleted before it was confirmed is confirmed by the next run', async () => {
  const stage = open();
  const { check, look, measure, run, world } = stage;
  measure(run, 1.3);
  await look(pullRequest(1));
  deleteRun(stage, run);
  await look(pullRequest(1));
  expect(check()).not.toBe('success');
  const next = stage.begin();
  measure(next, 1.3);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
  expect(world.reruns).toHaveLength(1);
});

test('what was measured and cleared may be deleted without harm', async () => {
  const stage = open();
  const { check, comment, look, measure, run } = stage;
  measure(run, 1.3);
  await look(pullRequest(1));
  measure(run, 1);
  await look(pullRequest(1));
  expect(check()).toBe('success');
  deleteRun(stage, run);
  await look(pullRequest(1));
  expect(check()).toBe('success');
  expect(comment()).toContain('its verdict still counts');
});

test('nor where GitHub lists no more of them', async () => {
  const stage = await startRed();
  const { ports, run } = stage;
  const { github } = ports;
  ports.github = new Proxy(github, {
    get: (target, name: keyof typeof github) =>
      name === 'listWorkflowRuns'
        ? async (...asked: Parameters<typeof github.listWorkflowRuns>) =>
            (await target.listWorkflowRuns(...asked)).filter(({ id }) => id !== run.id)
        : target[name],
  });
  const { reconcile } = createReconciler(ports);
  stage.measure(stage.begin(), 1);
  await reconcile(pullRequest(1), new AbortController().signal);
  expect(stage.check()).toBe('failure');
  expect(stage.comment()).not.toContain('deleted');
});

test('a slow run that ends after six younger ones is judged, once', async () => {
  const stage = open();
  const { check, fetched, look, measure, run, world } = stage;
  await look(pullRequest(1));
  for (let times = 0; times < 6; times++) endRun(stage.begin(), 'cancelled');
  await look(pullRequest(1));
  measure(run, 1.3);
  await look(pullRequest(1));
  expect(check()).toBe('in_progress');
  expect([fetched.length, world.reruns.length]).toEqual([2, 1]);
  await look(pullRequest(1));
  await look(pullRequest(1));
  expect([fetched.length, world.reruns.length]).toEqual([2, 1]);
});

test('of many runs that were read, the newest five are asked again for what they left', async () => {
  const { begin, look, ports } = open();
  const { openArtifacts } = ports;
  const asked: string[] = [];
  ports.openArtifacts = (build, ...others) => {
    const source = openArtifacts(build, ...others);
    return { ...source, list: () => (asked.push(build.runId), source.list()) };
  };
  const ids = Array.from({ length: 8 }, () => {
    const run = begin();
    endRun(run, 'cancelled');
    return String(run.id);
  });
  await look(pullRequest(1));
  expect(asked).toEqual(expect.arrayContaining(ids));
  asked.length = 0;
  await look(pullRequest(1));
  expect(new Set(asked)).toEqual(new Set(ids.slice(3)));
});

test('a lax branch as the target, and back, takes nothing back', async () => {
  const stage = await startRed();
  const { check, look, run, world } = stage;
  const pull = world.pulls.get(1)!;
  pull.baseBranch = 'lax';
  await look(pullRequest(1));
  expect(check()).toBe('success');
  deleteRun(stage, run);
  pull.baseBranch = 'main';
  await look(pullRequest(1));
  expect(check()).toBe('failure');
  await measureLucky(stage);
  expect(check()).toBe('failure');
});

test('while a pull request is looked at, what was judged of its head is kept', async () => {
  const stage = await startRed();
  const { check, ledger, look, run, world } = stage;
  for (let month = 0; month < 6; month++) {
    world.nowMs += 30 * dayMs;
    for (const { stored } of world.artifacts.get(run.id)!) stored.isExpired = true;
    await look(pullRequest(1));
    ledger.maintain(world.nowMs);
  }
  await measureLucky(stage);
  expect(check()).toBe('failure');
  expect(stage.comment()).not.toContain('deleted');
});

test('once nobody looks any more it is let go', async () => {
  const { head, ledger, world } = await startRed();
  ledger.maintain(world.nowMs + 91 * dayMs);
  expect(ledger.listRuns(7, head)).toEqual([]);
  expect(ledger.listSeen(7, head).size).toBe(0);
});

test('away to another commit and back it is as red as before, whatever was deleted', async () => {
  const stage = await startRed();
  const { check, head, look, run, world } = stage;
  const pull = world.pulls.get(1)!;
  pull.head = commit(world, { name: 'b', parents: [head] });
  await look(pullRequest(1));
  deleteRun(stage, run);
  pull.head = head;
  await measureLucky(stage);
  expect(check()).toBe('failure');
});

test('thresholds that are loosened on the base still clear what they allow', async () => {
  const { check, look, world } = await startRed();
  world.branches.set('main', commit(world, { name: 'main-2', suite: { tests, worse: 90 } }));
  await look(pullRequest(1));
  expect(check()).toBe('success');
});

test('but not where what was measured is gone, so that nobody can judge it anew', async () => {
  const stage = await startRed();
  const { check, look, run, world } = stage;
  deleteRun(stage, run);
  world.branches.set('main', commit(world, { name: 'main-2', suite: { tests, worse: 90 } }));
  await look(pullRequest(1));
  expect(check()).toBe('failure');
});
