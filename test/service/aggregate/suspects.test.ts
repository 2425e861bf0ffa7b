/** Builds that were in work when the process died. */
import { afterEach, expect, test } from 'vitest';
import { mostDeaths, type WorkMarks } from '../../../src/async/work-marks.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { expectPlainFold } from '../compare-store.ts';
import { makeBuild } from '../make-builds.ts';
import { storeShard } from '../store-shard.ts';
import { hurried, type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

/** All builds of this process died so often. */
function start(deaths: number) {
  const told: string[] = [];
  const marks: WorkMarks = {
    deathsOf: () => deaths,
    begin: () => void told.push('begin'),
    end: () => void told.push('end'),
    putAside: () => void told.push('aside'),
    close: () => undefined,
  };
  service = startHere({
    limits: { quietMs: 300, deadlineMs: 1_000 },
    ports: { marks, ...hurried },
  });
  const shape = { shards: 1, testsPerShard: 1, repeats: 4 };
  const build = makeBuild({ repository: 'acme/sync', runId: '1', ...shape }, createRandom(7));
  const events = build.records.map((record) => storeShard(service.artifacts, build.key, record));
  return { build, events, told };
}

test('a build of a process that died is put off once, and then written', async () => {
  const { build, events, told } = start(1);
  await service.append(...events);
  await service.untilDone();
  await expectPlainFold(service.store, [build]);
  const why = service.lines.map(({ facts }) => facts['why']);
  expect(why.filter((each) => String(each).startsWith('the process died'))).toHaveLength(1);
  expect(service.metrics.retries.value({ of: 'deaths' })).toBe(1);
  expect(told.filter((each) => each === 'begin')).toHaveLength(1);
});

test('after some deaths its events are dead letters, and nothing of it is begun', async () => {
  const { events, told } = start(mostDeaths);
  await service.append(...events);
  await service.untilDone();
  const letters = await service.queue.deadLetters.list();
  expect(letters.map(({ reason }) => reason)).toEqual([
    `deaths: the process died ${mostDeaths} times while it had this build in work`,
  ]);
  expect(told.filter((each) => each !== 'end')).toEqual(['aside']);
});
