/** Builds that come whole, in part, late, twice and anew. */
import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import type { BuildEvent, RunRecord } from '../../../src/contract/documents.ts';
import { buildFolder } from '../../../src/transport/artifacts/directory.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeShardRecord } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import { type RunningAggregation, startHere, type StartOptions } from './start-aggregation.ts';

const key = { repository: 'acme/sync', suite: 'sync', runId: '1' };
const shape = { repository: 'acme/sync', runId: '1', shards: 3, testsPerShard: 1, repeats: 3 };
const random = createRandom(7);
const draw = (index: number, attempt = 1, repeats = 3): RunRecord =>
  makeShardRecord({ ...shape, repeats }, index, attempt, random);

let service: RunningAggregation;
afterEach(() => service.stop());

function start(options: StartOptions = {}) {
  service = startHere(options);
  return (record: RunRecord): BuildEvent => storeShard(service.artifacts, key, record);
}

async function expectStored(records: RunRecord[], isComplete: boolean): Promise<void> {
  const stored = await service.store.readBuild(key);
  expect(stored && listPoints(stored)).toEqual(foldPlainly(key, records));
  expect(stored?.build.isComplete).toBe(isComplete);
}
const told = () => service.told.map(({ aggregated }) => aggregated);

test('a build is written and told of once all of its shards have come', async () => {
  const store = start();
  const records = [draw(0), draw(1), draw(2)];
  const events = records.map(store);
  await service.append(events[2]!, events[0]!);
  await service.until(() => service.metrics.eventsReceived.value() === 2);
  expect(await service.store.readBuild(key)).toBeUndefined();
  await service.append(events[1]!, events[1]!);
  await service.untilDone();
  await expectStored(records, true);
  expect(told()).toEqual([{ total: 3, received: [0, 1, 2], missing: [] }]);
});

test('at its deadline a build is written without what is missing, and a late shard completes it', async () => {
  const store = start({ limits: { deadlineMs: 300 } });
  const records = [draw(0), draw(2)];
  await service.append(...records.map(store));
  await service.untilDone();
  await expectStored(records, false);
  records.push(draw(1));
  await service.append(store(records[2]!));
  await service.untilDone();
  await expectStored(records, true);
  expect(told()).toEqual([
    { total: 3, received: [0, 2], missing: [1] },
    { total: 3, received: [0, 1, 2], missing: [] },
  ]);
  expect(new Set(service.told.map(({ id }) => id)).size).toBe(2);
});

test('shards that nobody told of are found after some quiet', async () => {
  const store = start({ limits: { quietMs: 200 } });
  const records = [draw(0), draw(1), draw(2)];
  const [first] = records.map(store);
  await service.append(first!);
  await service.untilDone();
  await expectStored(records, true);
});

test('a second attempt with fewer repeats leaves nothing of the first behind', async () => {
  const store = start();
  const records = [draw(0), draw(1), draw(2)];
  await service.append(...records.map(store));
  await service.untilDone();
  records.push(draw(1, 2, 2));
  await service.append(store(records[3]!));
  await service.untilDone();
  await expectStored(records, true);
});

test('what is left of a whole build, told anew months later, does not replace it', async () => {
  const store = start({ limits: { quietMs: 100, deadlineMs: 300 } });
  const records = [draw(0), draw(1), draw(2)];
  const events = records.map(store);
  await service.append(...events);
  await service.untilDone();
  await expectStored(records, true);
  // Of the artifacts one is left, and the one event that comes again is of another attempt.
  rmSync(buildFolder(service.artifacts, key), { recursive: true });
  await service.append(store(draw(0, 2)));
  await service.untilDone();
  await expectStored(records, true);
  expect(service.lines.map(({ message }) => message)).toContain('left a whole build as it is');
});

test('a time of day that is set back, or far ahead, loses nothing', async () => {
  let offsetMs = 0;
  const store = start({
    limits: { deadlineMs: 2_000 },
    ports: { nowMs: () => Date.now() + offsetMs },
  });
  const records = [draw(0), draw(1), draw(2)];
  const events = records.map(store);
  offsetMs = -86_400_000;
  await service.append(events[0]!);
  await service.until(() => service.metrics.eventsReceived.value() === 1);
  offsetMs = 86_400_000;
  await service.append(events[1]!);
  await service.untilDone();
  await expectStored(records, true);
});

test('what is told again of a build that is written is done at once', async () => {
  const store = start();
  const records = [draw(0), draw(1), draw(2)];
  const events = records.map(store);
  await service.append(...events);
  await service.untilDone();
  await service.append(events[1]!);
  await service.untilDone();
  expect([service.metrics.eventsKnown.value(), told().length]).toEqual([1, 1]);
});
