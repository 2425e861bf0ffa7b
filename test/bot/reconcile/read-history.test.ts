import { expect, test } from 'vitest';
import { readHistory } from '../../../bot/src/reconcile/read-history.ts';
import type { SeriesValue, StoredBuild } from '../../../src/series/series-point.ts';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';

/** Its location is another figure than the median of what counted: 40. */
const after = { values: [60, 39, 41, 38, 900, null], rejected: [4], location: 44 };
const series = { ...makeSeries(), after };
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

test('each build is one point, the median of what counted, and the change is the last of them', async () => {
  const history = await read([
    ...[makeValue('1', 10), makeValue('1', 12), makeValue('1', 11), makeValue('1', 99, true)],
    ...[makeValue('2', 30), makeValue('2', 20)],
  ]);
  expect(history?.points).toEqual([
    { commit: 'commit-1', value: 11 },
    { commit: 'commit-2', value: 25 },
    { commit: verdict.build.after.commit, value: 40 },
  ]);
});

test('a build that measured as the change did has the same height', async () => {
  const values = [60, 39, 41, 38, 900].map((value) => makeValue('1', value, value === 900));
  const [before, here] = (await read(values))!.points;
  expect(here?.value).toBe(before?.value);
});

test('of a change that has no values there is no point to compare', async () => {
  const bare = { ...series, after: { values: [], rejected: [] } };
  const away = { store: store(async () => [makeValue('1', 1)]), logger };
  expect(await readHistory(away, 'acme/sync', verdict, bare)).toBeUndefined();
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
