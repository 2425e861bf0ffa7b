/** What refuses, fails, or is too much. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BuildEvent, BuildKey, RunRecord } from '../../../src/contract/documents.ts';
import { type SeriesStore, StoreUnavailable } from '../../../src/store/series-store.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeBuild, type MadeBuild } from '../make-builds.ts';
import { foldPlainly, listPoints } from '../oracle.ts';
import { storeShard } from '../store-shard.ts';
import {
  hurried,
  type RunningAggregation,
  startHere,
  type StartOptions,
} from './start-aggregation.ts';

let random = createRandom(11);
// Each test draws the same builds, whichever tests came before it.
beforeEach(() => {
  random = createRandom(11);
});
const draw = (runId: string, shards = 2, repository = 'acme/sync', testsPerShard = 1): MadeBuild =>
  makeBuild({ repository, runId, shards, testsPerShard, repeats: 3 }, random);

let service: RunningAggregation;
afterEach(() => service.stop());

function start(options: StartOptions = {}) {
  service = startHere(options);
  return ({ key, records }: MadeBuild): BuildEvent[] =>
    records.map((record) => storeShard(service.artifacts, key, record));
}

const readPoints = async (key: BuildKey): Promise<string[] | undefined> => {
  const stored = await service.store.readBuild(key);
  return stored && listPoints(stored);
};
const listReasons = async (): Promise<string[]> =>
  (await service.queue.deadLetters.list()).map(({ reason }) => reason);

test('a store that is full is waited for as long as it asks, and nothing is fetched again for it', async () => {
  const times: number[] = [];
  const refuseTwice =
    (real: SeriesStore): SeriesStore['write'] =>
    async (builds, signal) => {
      times.push(performance.now());
      if (times.length < 3) throw new StoreUnavailable('429', { retryAfterMs: 400 });
      return real.write(builds, signal);
    };
  const store = start({ wrap: (real) => ({ write: refuseTwice(real) }) });
  const build = draw('1');
  await service.append(...store(build));
  await service.untilDone();
  expect(await readPoints(build.key)).toEqual(foldPlainly(build.key, build.records));
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(399);
  expect(service.metrics.retries.value({ of: 'series' })).toBe(2);
  expect(await listReasons()).toEqual([]);
});

test('a build that a defect of ours fails is put aside after some tries, and no other suffers', async () => {
  const failOne =
    (real: SeriesStore): SeriesStore['write'] =>
    async (builds, signal) => {
      if (builds.some(({ build }) => build.runId === '1')) throw new TypeError('a defect');
      return real.write(builds, signal);
    };
  const store = start({ wrap: (real) => ({ write: failOne(real) }) });
  const builds = ['1', '2', '3'].map((runId) => draw(runId));
  for (const build of builds) await service.append(...store(build));
  await service.untilDone();
  for (const { key, records } of builds.slice(1)) {
    expect(await readPoints(key)).toEqual(foldPlainly(key, records));
  }
  expect(new Set(await listReasons())).toEqual(new Set(['defect: a defect']));
});

test('a damaged artifact is put aside; repaired and replayed, it completes its build', async () => {
  start();
  const build = draw('1', 2);
  const [first, ...others] = build.records as [RunRecord, ...RunRecord[]];
  const damaged = storeShard(service.artifacts, build.key, first, (packed) => packed.subarray(9));
  const events = others.map((record) => storeShard(service.artifacts, build.key, record));
  await service.append(damaged, ...events);
  await service.untilDone();
  expect(await readPoints(build.key)).toEqual(foldPlainly(build.key, others));
  expect(await listReasons()).toEqual([expect.stringMatching(/^artifact-digest-mismatch: /)]);
  storeShard(service.artifacts, build.key, first);
  await service.queue.deadLetters.replay('all');
  await service.untilDone();
  expect(await readPoints(build.key)).toEqual(foldPlainly(build.key, build.records));
  expect(await listReasons()).toEqual([]);
});

test('an event whose artifact is nowhere is put aside after some tries', async () => {
  start({ ports: hurried });
  const build = draw('1', 1);
  const elsewhere = { ...build.key, runId: '2' };
  const [event] = build.records.map((record) => storeShard(service.artifacts, elsewhere, record));
  await service.append({ ...event!, build: build.key });
  await service.untilDone();
  expect(await listReasons()).toHaveLength(1);
  expect(service.metrics.retries.value({ of: 'artifacts' })).toBe(5);
  // A label of a closed set: what holds names or paths is a series more for each of them.
  expect(service.metrics.deadLetters.value({ reason: 'artifact-unreachable' })).toBe(1);
});

test('a build beyond the largest size is put aside before it is fetched', async () => {
  const store = start({ limits: { maxBuildBytes: 100 } });
  await service.append(...store(draw('1', 1)));
  await service.untilDone();
  expect(await listReasons()).toContainEqual(expect.stringMatching(/^artifact-too-large: .*100/));
});

test('beyond the bound of held events the oldest builds are written in part, and completed later', async () => {
  const store = start({ limits: { maxHeldEvents: 20 } });
  const builds = Array.from({ length: 60 }, (_, i) => draw(`${i}`, 2));
  const events = builds.map(store);
  await service.append(...events.map((each) => each[0]!));
  await service.append(...events.flatMap((each) => each.slice(1)));
  await service.untilDone();
  for (const { key, records } of builds) {
    expect({ key, points: await readPoints(key) }).toEqual({
      key,
      points: foldPlainly(key, records),
    });
  }
});

test('what is told twice is counted as known while its build waits too', async () => {
  const store = start();
  const [first, ...others] = store(draw('1', 2));
  await service.append(first!, first!, ...others);
  await service.untilDone();
  expect(service.metrics.eventsKnown.value()).toBe(1);
});

test('an event whose build leads out of the folder of artifacts reads nothing there', async () => {
  start();
  const { key, records } = draw('1', 1);
  const event = storeShard(service.artifacts, key, records[0]!);
  const outside = ['../../acme/sync', '..', 'acme/sync/../sync', '/etc'].map((repository) => ({
    ...event,
    build: { ...key, repository },
  }));
  await service.append(...outside, { ...event, build: { ...key, runId: '../sync/1' } });
  await service.untilDone();
  expect(await listReasons()).toHaveLength(5);
  expect(await readPoints(key)).toBeUndefined();
});
