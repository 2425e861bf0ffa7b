import { afterEach, expect, test } from 'vitest';
import { createRandom } from '../../../src/stats/random.ts';
import { makeBuild } from '../make-builds.ts';
import { storeShard } from '../store-shard.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

let service: RunningAggregation;
afterEach(() => service.stop());

test('a burst of one repository, with a giant build in it, does not hold up another', async () => {
  service = startHere({ limits: { maxBytesInWork: 200_000 } });
  const random = createRandom(5);
  const make = (repository: string, runId: string, testsPerShard: number) => {
    const build = makeBuild({ repository, runId, shards: 1, testsPerShard, repeats: 5 }, random);
    return build.records.map((record) => storeShard(service.artifacts, build.key, record));
  };
  const burst = [
    ...make('acme/giant', 'giant', 400),
    ...Array.from({ length: 150 }, (_, i) => make('acme/giant', `${i}`, 2)).flat(),
  ];
  const small = make('small/tool', '1', 1);
  await service.append(...burst, ...small);
  await service.untilDone();
  const order = service.told.map(({ build }) => build.repository);
  expect(order.length).toBeGreaterThanOrEqual(152);
  // It is read last, and by then some of the burst are in work; but far from all of them.
  expect(order.indexOf('small/tool')).toBeLessThan(order.length / 2);
});
