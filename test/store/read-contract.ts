/** How every series store answers. */
import { expect } from 'vitest';
import { dayMs } from '../../src/store/retention.ts';
import type { BuildPoints } from '../../src/store/series-point.ts';
import {
  commitOf,
  hourMs,
  makeBuild,
  makePoint,
  makeQuery,
  makeStoredBuild,
  noonMs,
  numbersOf,
  writeAll,
} from './make-build.ts';
import type { StoreContract } from './store-contract.ts';

export function testReading({ test, open }: StoreContract): void {
  test('the last values of a series come oldest first, with their build, side and repeat', async () => {
    const { store } = await open();
    await writeAll(store, ...[3, 1, 2].map((number) => makeBuild(number)));
    const last = await store.readLast(makeQuery(), 7);
    expect(numbersOf(last)).toEqual([2021, 3000, 3010, 3020, 3001, 3011, 3021]);
    expect(last[1]).toEqual({
      build: makeStoredBuild(3),
      commit: commitOf(2),
      annotations: {},
      side: 'before',
      repeat: 0,
      value: 3000,
      isOutlier: false,
    });
    expect(last[4]).toMatchObject({ commit: commitOf(3), side: 'after' });
    const after = await store.readLast(makeQuery({ side: 'after', metric: 'cpu.user' }), 2);
    expect(numbersOf(after)).toEqual([1505.5, 1510.5]);
    expect(await store.readLast(makeQuery({ metric: 'disk.reads' }), 5)).toEqual([]);
    expect(await store.readLast(makeQuery({ annotations: { size: 1 } }), 5)).toEqual([]);
    expect(await store.readLast(makeQuery({ repository: 'acme/other' }), 5)).toEqual([]);
  });

  test('the history of one kind of branch is asked for by itself', async () => {
    const { store } = await open();
    await writeAll(store, makeBuild(1), makeBuild(2, { branchKind: 'pull-request' }), makeBuild(3));
    const kinds = { branchKind: 'default', side: 'after' } as const;
    expect(numbersOf(await store.readLast(makeQuery(kinds), 4))).toEqual([1021, 3001, 3011, 3021]);
  });

  test('a series is not mixed with one that has an annotation more', async () => {
    const { store } = await open();
    const few = makeBuild(1, { annotations: { size: 1 } });
    const both = { build: few.build, points: [...few.points, ...makeBuild(2).points] };
    const more = makeBuild(4, { annotations: { size: 1, kind: 'x' } });
    await writeAll(store, { build: few.build, points: [...both.points, ...more.points] });
    const after = { side: 'after' } as const;
    expect(numbersOf(await store.readLast(makeQuery(after), 9))).toEqual([2001, 2011, 2021]);
    const sized = makeQuery({ ...after, annotations: { size: 1 } });
    expect(numbersOf(await store.readLast(sized, 9))).toEqual([1001, 1011, 1021]);
    const kind = makeQuery({ ...after, annotations: { kind: 'x', size: 1 } });
    expect(numbersOf(await store.readLast(kind, 9))).toEqual([4001, 4011, 4021]);
  });

  test('outliers are kept and marked', async () => {
    const { store } = await open();
    const points = [0, 1, 2].map((repeat) =>
      makePoint({ repeat, outliers: repeat === 1 ? ['cpu.user', 'latency'] : [] }),
    );
    points.push(makePoint({ repeat: 3, outliers: ['latency'] }));
    const written: BuildPoints = { build: makeStoredBuild(1), points };
    await writeAll(store, written);
    expect(await store.readBuild(written.build)).toEqual(written);
    const marks = async (metric: string) =>
      (await store.readLast(makeQuery({ metric }), 9)).map(({ isOutlier }) => isOutlier);
    expect(await marks('latency')).toEqual([false, true, false, true]);
    expect(await marks('cpu.user')).toEqual([false, true, false, false]);
  });

  test('a range goes by the order of commits, not by when they were built', async () => {
    const { store } = await open();
    const builds = [1, 2, 3, 4, 5].map((number) =>
      makeBuild(number, { repeats: 1, atMs: noonMs - number * hourMs }),
    );
    await writeAll(store, ...builds);
    const range = async (from: number, to: number) =>
      numbersOf(
        await store.readRange(makeQuery({ side: 'after' }), {
          from: commitOf(from),
          to: commitOf(to),
        }),
      );
    expect(await range(2, 4)).toEqual([2001, 3001, 4001]);
    expect(await range(4, 2)).toEqual([2001, 3001, 4001]);
    expect(await range(5, 5)).toEqual([5001]);
    expect(await range(1, 77)).toEqual([]);
  });

  test('slices by an annotation come in the order of its values', async () => {
    const { store } = await open();
    const sizes = [100, 20, 'all', undefined];
    const points = sizes.flatMap((size, number) =>
      ['x', 'y'].map((kind, more) =>
        makePoint({
          annotations: { kind, ...(size === undefined ? {} : { size }) },
          values: { latency: number * 10 + more },
        }),
      ),
    );
    const other = { build: makeStoredBuild(2), points: points.slice(0, 1) };
    await writeAll(store, { build: makeStoredBuild(1), points }, other);
    const { annotations: _, ...query } = makeQuery();
    const slices = await store.readSlices({ ...query, by: 'size', where: { kind: 'x' } }, 5);
    expect(slices.map(({ value, values }) => [value, numbersOf(values)])).toEqual([
      [20, [10]],
      [100, [0, 0]],
      ['all', [20]],
      [undefined, [30]],
    ]);
    expect(slices[1]?.values[0]?.annotations).toEqual({ kind: 'x', size: 100 });
    const last = await store.readSlices({ ...query, by: 'kind' }, 1);
    expect(last.map(({ value, values }) => [value, numbersOf(values).length])).toEqual([
      ['x', 1],
      ['y', 1],
    ]);
  });

  test('the spans of a repository are listed with their metrics', async () => {
    const { store } = await open();
    const sized = makeBuild(1, { annotations: { size: 1 } });
    const only = makePoint({ test: 'download', values: { 'own.metric': 1 } });
    await writeAll(
      store,
      { build: sized.build, points: [...sized.points, only] },
      makeBuild(2, { suite: 'other' }),
      makeBuild(3, { repository: 'acme/else' }),
    );
    const span = { repository: 'acme/sync', span: 'whole test', platform: 'linux-x64' };
    const both = ['cpu.user', 'latency'];
    const expected = [
      { ...span, suite: 'other', test: 'upload', annotations: {}, metrics: both },
      { ...span, suite: 'sync', test: 'download', annotations: {}, metrics: ['own.metric'] },
      { ...span, suite: 'sync', test: 'upload', annotations: { size: 1 }, metrics: both },
    ];
    expect(await store.listSpans('acme/sync')).toEqual(expected);
    expect(await store.listSpans('acme/sync', 'sync')).toEqual(expected.slice(1));
    expect(await store.listSpans('acme/nothing')).toEqual([]);
  });

  test('the median of each day is read, oldest first', async () => {
    const { store } = await open();
    const midnightMs = noonMs - 12 * hourMs;
    const at = (day: number, hour: number) => midnightMs + day * dayMs + hour * hourMs;
    await writeAll(
      store,
      makeBuild(1, { atMs: at(0, 1) }),
      makeBuild(2, { atMs: at(0, 23) }),
      makeBuild(3, { atMs: at(2, 0) }),
      makeBuild(9, { atMs: at(2, 0), branchKind: 'other' }),
    );
    const query = { ...makeQuery(), side: 'after', branchKind: 'default' } as const;
    expect(await store.readDays(query, 5)).toEqual([
      { dayMs: midnightMs, median: (1021 + 2001) / 2 },
      { dayMs: midnightMs + 2 * dayMs, median: 3011 },
    ]);
    expect(await store.readDays(query, 1)).toHaveLength(1);
  });
}
