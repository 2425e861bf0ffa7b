import { expect, test } from 'vitest';
import { createMetricRegistry } from '../../../src/operations/metrics.ts';
import type { SeriesPoint } from '../../../src/series/series-point.ts';
import type { SeriesStore } from '../../../src/series/series-store.ts';
import type { AggregationPorts, HeldEvents } from '../../../src/service/aggregate/ports.ts';
import type { PreparedBuild } from '../../../src/service/aggregate/prepare-build.ts';
import { startWriter } from '../../../src/service/aggregate/writer.ts';
import { createServiceMetrics } from '../../../src/service/operations/service-metrics.ts';
import { makeStoredBuild } from '../../series/make-build.ts';

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
  const writer = startWriter({ ports: ports as AggregationPorts, held: {} as HeldEvents, signal });
  await Promise.all(Array.from({ length: count }, () => writer.write(makeBuild(points))));
  expect(sizes).toEqual(expected);
});
