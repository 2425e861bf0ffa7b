import { afterEach, expect, test } from 'vitest';
import { newestCheck } from '../reconcile/world.ts';
import { endRun, type Scenario, startScenario } from '../reconcile/scenario.ts';
import { lookUntilDone, pushOf, pushToMain } from './pushes.ts';

const open: Scenario[] = [];

afterEach(() => {
  for (const scenario of open.splice(0)) scenario.close();
});

const minuteMs = 60_000;

test('a push whose second run left nothing gets its issue with its red check, not with the next push', async () => {
  const scenario = startScenario();
  open.push(scenario);
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
  open.push(scenario);
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
