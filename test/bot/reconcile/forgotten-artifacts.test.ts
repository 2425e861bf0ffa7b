/** What jobs of a run do to the artifacts of earlier attempts, so that a red one is forgotten. */
import { expect, test } from 'vitest';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { measureLucky, open, startRed } from './red-stage.ts';
import { endRun, pullRequest } from './scenario.ts';

test('a later attempt that replaces what earlier ones left takes nothing back', async () => {
  const stage = await startRed();
  const { again, check, comment, leave, look, run, world } = stage;
  again(run);
  world.artifacts.set(run.id, []);
  for (const attempt of [1, 2, 3]) leave(run, 1, attempt);
  endRun(run);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
  expect(comment()).toContain(`Artifacts of run ${run.id} were deleted or replaced after they`);
});

test('nor one that uploads the same names beside them', async () => {
  const stage = await startRed();
  const { again, check, comment, leave, look, run } = stage;
  again(run);
  for (const attempt of [1, 2, 3]) leave(run, 1, attempt);
  endRun(run);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
  expect(comment()).not.toContain('deleted or replaced');
});

test('nor one that is cut into another number of shards', async () => {
  const stage = await startRed();
  const { again, check, leave, look, run } = stage;
  again(run);
  leave(run, 1, 3, 1);
  endRun(run);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
});

test('nor one that gives an earlier attempt more shards than it had', async () => {
  const stage = await startRed();
  const { again, check, fetched, leave, look, run, world } = stage;
  again(run);
  for (const attempt of [1, 2]) {
    for (const one of world.artifacts.get(run.id) ?? []) delete one.stored.createdAtMs;
    leave(run, 1, attempt, 3);
  }
  leave(run, 1, 3);
  endRun(run);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
  // What replaces nothing is fetched once, however often it is looked at.
  fetched.length = 0;
  await look(pullRequest(1));
  expect(fetched).toEqual([]);
});

test.each([0, 1])('nor one that deletes what shard %i left alone', async (index) => {
  const stage = await startRed();
  const { again, check, look, measure, run, world } = stage;
  const left = world.artifacts.get(run.id) ?? [];
  world.artifacts.set(
    run.id,
    left.filter(({ stored }) => !stored.name.includes(`shard-${index + 1}-of`)),
  );
  await look(pullRequest(1));
  expect(check()).toBe('failure');
  again(run);
  measure(run, 1);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
});

test('nor one that leaves damaged ones in the place of those that were judged', async () => {
  const stage = await startRed();
  const { again, check, look, measure, run, world } = stage;
  const left = world.artifacts.get(run.id) ?? [];
  again(run);
  world.artifacts.set(
    run.id,
    left.map(({ stored }) => ({ stored: { ...stored, id: `9${stored.id}` }, files: new Map() })),
  );
  measure(run, 1);
  await look(pullRequest(1));
  expect(check()).toBe('failure');
});

test('two artifacts of one name are not used, and are named', async () => {
  const stage = open();
  const { check, comment, leave, look, run } = stage;
  leave(run, 1.3, 1);
  leave(run, 1, 1);
  endRun(run);
  await look(pullRequest(1));
  expect(check()).toBe('action_required');
  expect(comment()).toContain('2 artifacts have this name');
});

test('what is uploaded into a cancelled run counts as one attempt, however often it is done', async () => {
  const stage = await startRed();
  const { begin, check, comment, leave, look } = stage;
  const run = begin();
  endRun(run, 'cancelled');
  for (let times = 0; times < 3; times++) {
    leave(run, 1, 1);
    await look(pullRequest(1));
    expect(check()).toBe('failure');
  }
  expect(comment()).toContain('it came after another one of this name was judged');
  // The code of the change says so, as in any measurement: two against two.
  await measureLucky(stage);
  expect(check()).toBe('success');
});

test('without a ledger, what was uploaded while another attempt was at work counts for none', async () => {
  const stage = open();
  const { again, comment, leave, look, measure, ports, run, world } = stage;
  measure(run, 1.3);
  // What a later attempt is to say lies there already.
  leave(run, 1, 2);
  again(run);
  const others = world.artifacts.get(run.id)!.filter(({ stored }) => !stored.name.endsWith('-1'));
  world.artifacts.set(run.id, others);
  leave(run, 1, 1);
  endRun(run);
  ports.ledger = openLedger(':memory:');
  await createReconciler(ports).reconcile(pullRequest(1), new AbortController().signal);
  expect(stage.check()).toBe('action_required');
  expect(comment()).toContain('it was uploaded after attempt 2 of its run had begun');
  expect(comment()).toContain('it was uploaded before attempt 2 of its run began');
  await look(pullRequest(1));
});
