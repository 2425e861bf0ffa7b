import { expect, test } from 'vitest';
import { type KnownReverts, noteReverts } from '../../../bot/src/main-branch/note-reverts.ts';
import { Unavailable } from '../../../src/transport/platform-errors.ts';
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

test('a look that GitHub interrupts is made up for by the next one, which lists less', async () => {
  const { ledger, ports, world } = startScenario();
  const names = ['pull request', 'squashed', 'undo'];
  const [measured, squashed, undo] = names.map((name) => commit(world, { name })) as [
    string,
    string,
    string,
  ];
  ledger.noteOutcome(
    { repositoryId: repository.id, suite: 'sync', runId: '1' },
    measured,
    { red: true, cleared: [], confirmed: [] },
    world.nowMs,
  );
  const tree = await ports.github.findTree(repository, measured);
  const facts = { committedAtMs: 0, author: 'Ann', subject: '', parents: [] };
  const listed = [
    { ...facts, commit: undo, tree: 'other', reverts: [squashed] },
    { ...facts, commit: squashed, tree, reverts: [] },
  ];
  const known: KnownReverts = new Map();
  const place = { repository, known, trees: new Map<string, string>() };
  world.onCall = () => {
    throw new Unavailable('GitHub does not answer');
  };
  await expect(noteReverts(ports, { ...place, listed })).rejects.toThrow('does not answer');
  expect(ledger.readReverted(repository.id)).toBeUndefined();
  world.onCall = () => undefined;
  await noteReverts(ports, { ...place, listed: [] });
  expect(ledger.readReverted(repository.id)).toEqual(new Set([measured]));
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
