import { expect } from 'vitest';
import type { SeriesStore } from '../../../src/store/series-store.ts';
import { planted } from './shorten-suite.ts';

/**
 * Fails unless the store comes to have the whole build of a run, with what GitHub says of it, and the planted
 * series on both sides of it.
 */
export async function expectStored(
  store: Pick<SeriesStore, 'readBuild'>,
  runId: number,
  { head, number }: { head: string; number: number },
): Promise<void> {
  const key = { repository: 'acme/sync', suite: 'sync', runId: String(runId) };
  const { metric, span, test } = planted;
  const read = async () => {
    const { build, points = [] } = (await store.readBuild(key)) ?? {};
    const [before, after] = (['before', 'after'] as const).map((wanted) =>
      points
        .filter((point) => point.side === wanted && point.test === test && point.span === span)
        .map(({ values }) => values[metric] ?? Number.NaN),
    );
    return { build, before, after };
  };
  const build = { isComplete: true, commit: head, pullRequest: number };
  // A reader of InfluxDB may see some points of a build before the others.
  await expect
    .poll(read, { interval: 200 })
    .toMatchObject({ build, before: { length: 4 }, after: { length: 4 } });
  const { after, before } = await read();
  expect(Math.min(...(after ?? []))).toBeGreaterThan(Math.max(...(before ?? [])));
}
