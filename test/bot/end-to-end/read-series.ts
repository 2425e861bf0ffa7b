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
  await expect
    .poll(async () => (await store.readBuild(key))?.build, { interval: 200 })
    .toMatchObject({ isComplete: true, commit: head, pullRequest: number });
  const points = (await store.readBuild(key))?.points ?? [];
  const { metric, span, test } = planted;
  const [before, after] = (['before', 'after'] as const).map((wanted) =>
    points
      .filter((point) => point.side === wanted && point.test === test && point.span === span)
      .map(({ values }) => values[metric] ?? Number.NaN),
  );
  expect(before).toHaveLength(4);
  expect(after).toHaveLength(4);
  expect(Math.min(...(after ?? []))).toBeGreaterThan(Math.max(...(before ?? [])));
}
