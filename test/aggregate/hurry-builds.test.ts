import { expect, test } from 'vitest';
import { createPendingBuilds } from '../../src/aggregate/pending-builds.ts';
import { makeArrival } from './make-arrival.ts';

const create = () => createPendingBuilds({ quietMs: 100, rememberAtMost: 100 });

test('where there is no more room the oldest builds are ready with what they have', () => {
  const pending = create();
  for (const runId of ['1', '2', '3']) pending.receive(makeArrival(runId, 0), 0);
  pending.hurry(2);
  expect(pending.takeReady(0).map(({ build, reason }) => `${build.runId} ${reason}`)).toEqual([
    '1 deadline',
    '2 deadline',
  ]);
});

test('what waits for another try makes no room, so others do', () => {
  const pending = create();
  for (const runId of ['1', '2', '3']) pending.receive(makeArrival(runId, 0), 0);
  pending.hurry(1);
  const [away] = pending.takeReady(0);
  pending.giveBack(away!, 5_000);
  pending.hurry(1);
  expect(pending.takeReady(0).map(({ build }) => build.runId)).toEqual(['2']);
  // That is on its way now, and is not told twice.
  pending.hurry(1);
  expect(pending.takeReady(0)).toEqual([]);
});
