import { expect, test } from 'vitest';
import { judgePast } from '../../../bot/src/main-branch/judge-past.ts';
import { readPush } from '../../../bot/src/main-branch/walk-pushes.ts';
import { newestCheck, repository } from '../reconcile/world.ts';
import { endRun, recordOf, startScenario, upload } from '../reconcile/scenario.ts';
import { lookUntilDone, pushOf, pushToMain } from './pushes.ts';

const minuteMs = 60_000;

test('a push whose second run left nothing gets its issue with its red check, not with the next push', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await look(pushOf(slower));
  expect([world.reruns.length, world.issues]).toEqual([1, []]);
  world.pending.splice(0);
  world.nowMs += 10 * minuteMs;
  endRun(world.runs.at(-1)!, 'failure');
  await look(pushOf(slower));
  expect(newestCheck(world, slower)).toMatchObject({ conclusion: 'failure' });
  expect(world.issues).toMatchObject([{ isOpen: true }]);
});

test('a push that is measured again now gets no issue because another one ended', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await look(pushOf(slower));
  const held = world.pending.splice(0);
  await lookUntilDone(scenario, pushToMain(scenario, 'fine'));
  expect(world.issues).toEqual([]);
  world.pending.push(...held);
  await lookUntilDone(scenario, slower);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
});

test('a second run that nobody can see any more, for want of access to its CI, is over', async () => {
  const scenario = startScenario();
  const { ledger, look, ports } = scenario;
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await look(pushOf(slower));
  const push = readPush(ledger, repository, slower)!;
  // As if a build had measured it, and the token was taken away since.
  const key = { ...push.key, runId: 'acme/sync/7' };
  ledger.writeConfirmation(key, { kind: 'requested', atMs: 0, afterAttempt: 1, shards: [0] });
  const { signal } = new AbortController();
  const { judgement } = await judgePast(ports, repository, 'main', { ...push, key }, signal);
  expect(judgement).toMatchObject({
    series: [{ fate: 'blocks' }],
    unconfirmed: expect.any(String),
  });
});

test('what more runs by hand clear closes its issue, and opens it when they say so again', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  const before = world.branches.get('main')!;
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await lookUntilDone(scenario, slower);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  const run = world.runs.at(-1)!;
  const measureAgain = async (factor: number): Promise<void> => {
    run.attempt += 1;
    upload(world, run, recordOf(world, run, { before, factors: { upload: factor } }));
    await look(pushOf(slower));
  };
  await measureAgain(1);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  await measureAgain(1);
  expect(newestCheck(world, slower)).toMatchObject({ conclusion: 'success' });
  expect(world.issues).toMatchObject([{ isOpen: false }]);
  expect(world.issues[0]?.body).toContain('### ✅ Cleared');
  expect(world.issues[0]?.body).toContain('+30');
  await measureAgain(1.3);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
});
