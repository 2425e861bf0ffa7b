import { expect, test } from 'vitest';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { writeSuite } from './measurements.ts';
import {
  endRun,
  propose,
  pullRequest,
  recordOf,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck, ownComments } from './world.ts';

const slow = { factors: { upload: 1.3 } };

/** A pull request whose run says that it is slower. */
function startSlow(shards = 1) {
  const scenario = startScenario({ suite: writeSuite({ tests: ['upload', 'download'] }) });
  const { world } = scenario;
  const head = propose(world, { name: 'a' });
  const run = startRun(world, 1);
  const job = (index: number) => ({
    ...{ id: 30 + index, name: `Shard ${index + 1}`, attempt: 1, url: 'https://example.org/log' },
    status: 'completed' as const,
  });
  world.jobs.set(
    run.id,
    Array.from({ length: shards }, (_, index) => job(index)),
  );
  const measure = (factors: typeof slow | object, indexes: readonly number[]) => {
    for (const index of indexes) {
      const shard = { index, total: shards, attempt: run.attempt };
      upload(world, run, recordOf(world, run, { ...factors, shard }));
    }
    endRun(run);
  };
  return { ...scenario, head, run, measure };
}

test('one shard is one job, and its answer is enough', async () => {
  const { head, look, measure, run, world } = startSlow(2);
  measure(slow, [0, 1]);
  await look(pullRequest(1));
  expect(world.reruns).toHaveLength(1);
  const index = world.reruns[0]!.jobId! - 30;
  measure(slow, [index]);
  await look(pullRequest(1));
  expect([run.attempt, newestCheck(world, head)?.conclusion]).toEqual([2, 'failure']);
});

test('a fresh runner that does not bear it out clears the alarm, and that is counted', async () => {
  const { head, ledger, look, measure, world } = startSlow();
  measure(slow, [0]);
  await look(pullRequest(1));
  measure({}, [0]);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
  expect(ownComments(world, 1)[0]).toContain('1 alarm was cleared');
  expect(ledger.readStatistics(7, 0)).toMatchObject({ judged: 1, red: 0, cleared: 1 });
  await look(pullRequest(1));
  expect(ledger.readStatistics(7, 0)).toMatchObject({ judged: 1, cleared: 1, confirmed: 0 });
});

test('where GitHub does not run it again the one attempt stands, and the report says so', async () => {
  const { head, look, measure, world } = startSlow();
  world.refusesReruns = 'the app lacks the permission actions: write';
  measure(slow, [0]);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'failure' });
  expect(ownComments(world, 1)[0]).toContain('the app lacks the permission');
  await look(pullRequest(1));
  expect(world.reruns).toHaveLength(1);
});

test('a run that somebody started again in between is the answer, and nothing is refused', async () => {
  const { head, ledger, look, measure, run, world } = startSlow();
  measure(slow, [0]);
  world.onCall = (method) => {
    if (method !== 'rerunJob') return;
    run.attempt = 2;
    run.status = 'in-progress';
    world.onCall = () => undefined;
  };
  await look(pullRequest(1));
  const key = { repositoryId: 7, suite: 'sync', runId: String(run.id) };
  expect(ledger.readConfirmation(key)).toMatchObject({ kind: 'requested' });
  measure({}, [0]);
  await look(pullRequest(1));
  expect(newestCheck(world, head)).toMatchObject({ conclusion: 'success' });
});

test('so is one that has ended by the time GitHub refuses another', async () => {
  const { ledger, look, measure, run, world } = startSlow();
  measure(slow, [0]);
  world.onCall = (method) => {
    if (method !== 'rerunJob') return;
    run.attempt = 2;
    throw new Refused('ci-not-allowed', 'it was run again already');
  };
  await look(pullRequest(1));
  const key = { repositoryId: 7, suite: 'sync', runId: String(run.id) };
  expect(ledger.readConfirmation(key)).toMatchObject({ kind: 'requested' });
});

test('a request whose answer was lost is made again, and one that was taken is not', async () => {
  const { ledger, look, measure, run, world } = startSlow();
  measure(slow, [0]);
  world.onCall = (method) => {
    if (method === 'rerunJob') throw new Unavailable('the connection was cut');
  };
  await expect(look(pullRequest(1))).rejects.toThrow('the connection was cut');
  world.onCall = () => undefined;
  await look(pullRequest(1));
  expect(world.reruns).toEqual([]);
  world.nowMs += 2 * 60_000;
  expect(ledger.listDue(world.nowMs)).toEqual([pullRequest(1)]);
  await look(pullRequest(1));
  expect(world.reruns).toEqual([{ runId: run.id, jobId: 30 }]);
  world.nowMs += 2 * 60_000;
  await look(pullRequest(1));
  expect(world.reruns).toHaveLength(1);
});
