import { expect, test } from 'vitest';
import { claim } from '../reconcile/claims.ts';
import { newestCheck, ownComments, repository } from '../reconcile/world.ts';
import { startScenario, type Scenario } from '../reconcile/scenario.ts';
import { lookUntilDone, pushOf, pushToMain } from './pushes.ts';

const warning = 'touches nothing that Perigee saw it read';

const countIn = ({ ledger }: Scenario) => ledger.readStatistics(repository.id, 0).blindSpots;

test('a test that a merged change left out, and that got worse, raises an alarm about the observation', async () => {
  const scenario = startScenario();
  const { look, world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'fine', { reads: ['upload.mjs'] }));
  const head = await claim(scenario);
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  const merged = pushToMain(scenario, 'merged', { factor: 1.3 });
  Object.assign(world.pulls.get(2)!, { isOpen: false, isMerged: true, mergeCommit: merged });
  await lookUntilDone(scenario, merged);
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  expect(world.issues[0]?.body).toContain(warning);
  expect(countIn(scenario)).toBe(1);
  await look(pushOf(merged));
  expect(countIn(scenario)).toBe(1);
});

test('a test that got worse through what it reads raises none', async () => {
  const scenario = startScenario();
  const { world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'fine', { reads: ['src/slower.ts'] }));
  await lookUntilDone(scenario, pushToMain(scenario, 'slower', { factor: 1.3 }));
  expect(world.issues).toHaveLength(1);
  expect(world.issues[0]?.body).not.toContain(warning);
  expect(countIn(scenario)).toBe(0);
});

test('one observation that missed it is enough, though that of the push itself knows better', async () => {
  const scenario = startScenario();
  await lookUntilDone(scenario, pushToMain(scenario, 'fine', { reads: ['upload.mjs'] }));
  const reads = ['upload.mjs', 'src/slower.ts'];
  await lookUntilDone(scenario, pushToMain(scenario, 'slower', { factor: 1.3, reads }));
  expect(scenario.world.issues[0]?.body).toContain(warning);
});

test('an alarm that a second run clears says nothing of the observation', async () => {
  const scenario = startScenario();
  await lookUntilDone(scenario, pushToMain(scenario, 'fine', { reads: ['upload.mjs'] }));
  await lookUntilDone(scenario, pushToMain(scenario, 'alarm', { factor: 1.3, again: 1 }));
  expect(scenario.world.issues).toEqual([]);
  expect(countIn(scenario)).toBe(0);
});

test('it stays in the issue when what was observed is gone', async () => {
  const scenario = startScenario();
  const { ledger, look, world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'fine', { reads: ['upload.mjs'] }));
  const slower = pushToMain(scenario, 'slower', { factor: 1.3 });
  await lookUntilDone(scenario, slower);
  Object.assign(ledger, { findObservation: () => undefined });
  world.issues[0]!.body = 'before';
  await look(pushOf(slower));
  expect(world.issues[0]?.body).toContain(warning);
});

test('where nothing was observed, a slower push asks for no trees', async () => {
  const scenario = startScenario();
  const calls: string[] = [];
  scenario.world.onCall = (method) => calls.push(method);
  await lookUntilDone(scenario, pushToMain(scenario, 'slower', { factor: 1.3 }));
  expect(scenario.world.issues).toHaveLength(1);
  expect(calls.filter((method) => /Tree/.test(method))).toEqual([]);
});

test('the comment of a pull request tells how often it happened', async () => {
  const scenario = startScenario();
  const { world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'fine', { reads: ['upload.mjs'] }));
  await lookUntilDone(scenario, pushToMain(scenario, 'slower', { factor: 1.3 }));
  await claim(scenario);
  expect(ownComments(world, 2)[0]).toContain('1 test got worse on the default branch');
});
