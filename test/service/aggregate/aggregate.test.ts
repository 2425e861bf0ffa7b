import { afterEach, describe, expect, test } from 'vitest';
import { createMetricRegistry } from '../../../src/logging/metrics.ts';
import type { SeriesPoint } from '../../../src/store/series-point.ts';
import { type SeriesStore, StoreUnavailable } from '../../../src/store/series-store.ts';
import { createOutages, findOutage } from '../../../src/service/aggregate/outages.ts';
import type { AggregationPorts, HeldEvents } from '../../../src/service/aggregate/ports.ts';
import type { PreparedBuild } from '../../../src/service/aggregate/prepare-build.ts';
import { readEvent } from '../../../src/service/aggregate/run-aggregation.ts';
import { startWriter } from '../../../src/service/aggregate/write-builds.ts';
import { createServiceMetrics } from '../../../src/service/operations/service-metrics.ts';
import { createRandom } from '../../../src/stats/random.ts';
import {
  ArtifactRefused,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { readExample } from '../../contract/corpus.ts';
import { makeStoredBuild } from '../../store/make-build.ts';
import { makeBuild } from '../make-builds.ts';
import { storeShard } from '../store-shard.ts';
import { type RunningAggregation, startHere } from './start-aggregation.ts';

describe('fairness', () => {
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
});

describe('outages', () => {
  test('what a build waits for is forgotten when nobody tries it any more', () => {
    let nowMs = 0;
    const outages = createOutages(() => nowMs);
    outages.note('a', 'artifacts', 'no disk');
    outages.note('b', 'artifacts', 'no disk');
    outages.note('c', 'ci', 'rate limit');
    expect(outages.list('artifacts')).toEqual(['no disk']);
    nowMs = 300_001;
    expect(outages.list('artifacts')).toEqual([]);
  });

  test('only what waiting helps against is an outage', () => {
    expect(findOutage(new StoreUnavailable('full', { retryAfterMs: 7 }))).toEqual({
      from: 'series',
      askedMs: 7,
    });
    expect(findOutage(new Unavailable('rate limit'))).toEqual({ from: 'ci', askedMs: undefined });
    expect(findOutage(new ArtifactsUnavailable({ seen: 'no disk' }))).toMatchObject({
      from: 'artifacts',
    });
    expect(findOutage(new Refused('ci-not-found', 'no such run'))).toBeUndefined();
    expect(findOutage(new ArtifactRefused('artifact-damaged', 'x'))).toBeUndefined();
    expect(findOutage(new TypeError('x'))).toBeUndefined();
  });
});

describe('run aggregation', () => {
  const read = (value: string) =>
    readEvent({ key: '', value, position: 'log/0/7', receivedAtMs: 0 });

  test('that a shard is done is ours; that a build is aggregated is not', () => {
    expect(read(readExample('build-event', 'valid', 'shard-done'))).toMatchObject({
      kind: 'shard',
      build: { repository: 'acme/sync', runId: '812' },
      shard: { index: 0, total: 4 },
    });
    expect(read(readExample('build-event', 'valid', 'aggregated'))).toEqual({ kind: 'not-for-us' });
  });

  test.each([
    ['no JSON', 'hello', /log\/0\/7: not JSON/],
    ['nothing', '', /not JSON/],
    ['another document', '{"schema":"perigee/verdict"}', /perigee\/verdict document/],
    ['a newer version', readExample('build-event', 'invalid', 'newer-version'), /version/],
    ['more than any event has', `"${'x'.repeat(70_000)}"`, /70002 characters/],
    ['too deep', '['.repeat(100), /nested/],
    [
      'a shard that cannot be',
      readExample('build-event', 'valid', 'shard-done').replace('"index": 0', '"index": 4'),
      /shard 5 of 4/,
    ],
  ])('a message with %s is poison, and says why in one line', (_what, value, why) => {
    const event = read(value);
    expect(event).toEqual({ kind: 'poison', why: expect.stringMatching(why) as string });
    expect(JSON.stringify(event)).not.toContain('\\n');
  });
});

describe('writer', () => {
  /** Whole, with so many points: only their number counts here. */
  function makeBuild(points: number): PreparedBuild {
    const build = makeStoredBuild(1);
    const shards = { total: 1, received: [0], missing: [] };
    return {
      ready: { key: 'k', shards: [], events: [], reason: 'complete', build },
      folded: { points: { build, points: Array<SeriesPoint>(points) }, shards },
      ...{ rejected: [], free: () => undefined },
    };
  }

  interface Ports extends Pick<AggregationPorts, 'log' | 'logger' | 'metrics' | 'nowMs'> {
    store: Pick<SeriesStore, 'write'>;
  }

  test.each([
    ['small builds go together, fifty at most', 60, 1, [1, 50, 9]],
    ['of large ones as many as have 20,000 points', 6, 7_000, [1, 2, 2, 1]],
    ['one above that goes alone', 3, 25_000, [1, 1, 1]],
  ])('what waits while another is written: %s', async (_, count, points, expected) => {
    const sizes: number[] = [];
    const ports: Ports = {
      store: {
        write: async (builds) => {
          sizes.push(builds.length);
          return { written: 0, refused: [] };
        },
      },
      log: { name: 'log', append: async () => undefined },
      logger: { log: () => undefined },
      metrics: createServiceMetrics(createMetricRegistry()),
      nowMs: Date.now,
    };
    const { signal } = new AbortController();
    const writer = startWriter({
      ports: ports as AggregationPorts,
      held: {} as HeldEvents,
      signal,
    });
    await Promise.all(Array.from({ length: count }, () => writer.write(makeBuild(points))));
    expect(sizes).toEqual(expected);
  });
});
