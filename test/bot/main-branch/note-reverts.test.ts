import { expect, test } from 'vitest';
import { answerFor } from '../../../bot/src/main-branch/watch-gate.ts';
import { commit, type Scenario, startScenario } from '../reconcile/scenario.ts';
import { repository } from '../reconcile/world.ts';
import { lookUntilDone, pushToMain } from './pushes.ts';

const countReverted = (scenario: Scenario): number | undefined =>
  answerFor(scenario.ports, repository).record.alarms.reverted;

test('a red push that a later push reverts counts as reverted', async () => {
  const scenario = startScenario();
  const { world } = scenario;
  expect(countReverted(scenario)).toBeUndefined();
  const slower = pushToMain(scenario, 'slower', { factor: 1.5 });
  await lookUntilDone(scenario, slower);
  expect(countReverted(scenario)).toBe(0);
  const fine = pushToMain(scenario, 'fine');
  await lookUntilDone(scenario, fine);
  const undo = pushToMain(scenario, 'undo', { factor: 1 / 1.5 });
  world.reverts.set(undo, [slower, fine]);
  await lookUntilDone(scenario, undo);
  expect(countReverted(scenario)).toBe(1);
  await lookUntilDone(scenario, pushToMain(scenario, 'next'));
  expect(countReverted(scenario)).toBe(1);
});

test('a revert within a merged branch counts, and so does a red change that was squashed', async () => {
  const scenario = startScenario();
  const { ledger, world } = scenario;
  const before = world.branches.get('main')!;
  const measured = commit(world, { name: 'of a pull request', parents: [before] });
  ledger.noteOutcome(
    { repositoryId: repository.id, suite: 'sync', runId: '1' },
    measured,
    { red: true, cleared: [], confirmed: [] },
    world.nowMs,
  );
  const squashed = pushToMain(scenario, 'squashed');
  world.commits.set(squashed, { ...world.commits.get(measured)! });
  const undo = commit(world, { name: 'undo', parents: [squashed] });
  world.reverts.set(undo, [squashed]);
  const merge = pushToMain(scenario, 'merge');
  world.commits.set(merge, { ...world.commits.get(merge)!, parents: [squashed, undo] });
  await lookUntilDone(scenario, merge);
  expect(ledger.readReverted(repository.id)).toEqual(new Set([measured]));
});
