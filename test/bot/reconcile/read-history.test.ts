import { expect, test } from 'vitest';
import { readHistory } from '../../../bot/src/reconcile/read-history.ts';
import type { SeriesValue, StoredBuild } from '../../../src/series/series-point.ts';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';

const series = { ...makeSeries(), after: { values: [], rejected: [], location: 42 } };
const verdict = makeVerdict([series]);
const logger = { log: () => undefined };

function makeValue(runId: string, value: number, isOutlier = false): SeriesValue {
  const build: StoredBuild = {
    ...{ repository: 'acme/sync', suite: 'sync', runId, atMs: 1, branchKind: 'default' },
    ...{ commit: `commit-${runId}`, baseline: 'b', isComplete: true, metrics: [] },
  };
  const commit = build.commit;
  return { build, commit, annotations: {}, side: 'after', repeat: 0, value, isOutlier };
}

const read = (values: readonly SeriesValue[]) =>
  readHistory({ store: store(async () => [...values]), logger }, 'acme/sync', verdict, series);

function store(readLast: () => Promise<SeriesValue[]>) {
  return { readLast, readBuild: async () => undefined };
}

test('each build is one point, its median without outliers, and the change is the last', async () => {
  const history = await read([
    ...[makeValue('1', 10), makeValue('1', 12), makeValue('1', 11), makeValue('1', 99, true)],
    makeValue('2', 20),
  ]);
  expect(history?.points).toEqual([
    { commit: 'commit-1', value: 11 },
    { commit: 'commit-2', value: 20 },
    { commit: verdict.build.after.commit, value: 42 },
  ]);
});

test('of many builds the last twenty are shown', async () => {
  const history = await read(
    Array.from({ length: 50 }, (_, index) => makeValue(String(index), index)),
  );
  expect(history?.points).toHaveLength(21);
  expect(history?.points[0]).toEqual({ commit: 'commit-30', value: 30 });
});

test('without builds before it there is none', async () => {
  expect(await read([])).toBeUndefined();
});

test('a store that does not answer takes the picture away and nothing else', async () => {
  const away = store(() => Promise.reject(new StoreUnavailable('away')));
  const history = readHistory({ store: away, logger }, 'acme/sync', verdict, series);
  await expect(history).resolves.toBeUndefined();
});
