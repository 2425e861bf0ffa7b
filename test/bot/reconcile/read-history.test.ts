import { expect, test } from 'vitest';
import { readHistory } from '../../../bot/src/reconcile/read-history.ts';
import type { SeriesValue, StoredBuild } from '../../../src/store/series-point.ts';
import { type SeriesQuery, StoreUnavailable } from '../../../src/store/series-store.ts';
import { median } from '../../../src/stats/median.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';

const seed = 7;
const minuteMs = 60_000;
const commitAt = (place: number): string => place.toString(16).padStart(40, 'c');
const logger = { log: () => undefined };

/** Pushes one after the other, each compared with the one before on a machine of its own. */
function pushAll(
  count: number,
  { isAlone = false, levelOf = () => 100 }: { isAlone?: boolean; levelOf?(place: number): number },
): SeriesValue[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, place) => {
    const host = 1 + (random() - 0.5) * 0.12;
    const build: StoredBuild = {
      ...{ repository: 'acme/sync', suite: 'sync', runId: `run-${place}`, isComplete: true },
      ...{ atMs: place * minuteMs, committedAtMs: place * minuteMs, branchKind: 'default' },
      ...{ commit: commitAt(place), baseline: commitAt(Math.max(0, place - 1)), metrics: [] },
    };
    const sides = place === 0 || isAlone ? (['after'] as const) : (['before', 'after'] as const);
    return sides.flatMap((side) => {
      const commit = side === 'after' ? build.commit : build.baseline;
      const level = levelOf(side === 'after' ? place : place - 1);
      return Array.from({ length: 5 }, (_value, repeat): SeriesValue => {
        const value = level * host * (1 + (random() - 0.5) * 0.01);
        return { build, commit, annotations: {}, side, repeat, value, isOutlier: false };
      });
    });
  }).flat();
}

/** A build that began after all of these. */
function subject(base: number, before: number[], after: number[], rejected: number[] = []) {
  const side = (values: number[], rejected: number[] = []) => {
    return { values, rejected, ...(values.length === 0 ? {} : { location: median(values) }) };
  };
  const own = { ...makeSeries(), before: side(before), after: side(after, rejected) };
  const verdict = makeVerdict([own]);
  const build = { ...verdict.build, before: { commit: commitAt(base), label: 'base' } };
  return { verdict: { ...verdict, build }, series: own };
}

const usual = subject(59, [100, 101, 99], [120, 121, 119, 900], [3]);

async function read(values: readonly SeriesValue[], { series, verdict } = usual) {
  const asked: SeriesQuery[] = [];
  const readLast = async (query: SeriesQuery) => (asked.push(query), [...values]);
  const history = await readHistory({ store: { readLast }, logger }, 'acme/sync', verdict, series);
  return { history, asked };
}

test(`levels of the last fifty commits leave out how machines differ (seed ${seed})`, async () => {
  const values = pushAll(60, {});
  const { asked, history } = await read(values);
  expect(asked.map(({ branchKind, side }) => [branchKind, side])).toEqual([['default', undefined]]);
  expect(history?.levels.map(({ commit }) => commit)).toEqual(
    Array.from({ length: 50 }, (_, i) => commitAt(i + 10)),
  );
  const off = history!.levels.map(({ value }) => Math.abs(value - 100));
  const raw = values.filter(({ side }) => side === 'after').map(({ value }) => value - 100);
  expect(Math.max(...off)).toBeLessThan(Math.max(...raw.map(Math.abs)));
  expect(history?.levels.every(({ high, low, value }) => low < value && value < high)).toBe(true);
  expect(history).toMatchObject({ isPaired: true, changes: [] });
});

test('this change stands on the scale of the branch, though its machine is twice as slow', async () => {
  const { history } = await read(pushAll(60, {}), subject(59, [200, 202, 198], [240, 242, 238]));
  const { here, levels } = history!;
  const base = levels.at(-1)!;
  expect(here.value / base.value).toBeCloseTo(1.2, 3);
  expect(here.high / here.low).toBeGreaterThan(base.high / base.low);
});

test('a base that was never measured on the branch has the newest level', async () => {
  const { history } = await read(pushAll(60, {}), subject(900, [50], [60]));
  expect(history!.here.value / history!.levels.at(-1)!.value).toBeCloseTo(1.2, 3);
});

test('a change that was measured alone is as uncertain as machines differ', async () => {
  const { history } = await read(pushAll(60, {}), subject(59, [], [120]));
  const { here, levels } = history!;
  expect(here.value).toBeCloseTo(120);
  expect(here.high / here.low).toBeGreaterThan((levels.at(-1)!.high / levels.at(-1)!.low) ** 1.5);
});

test('counts that may be zero have levels too', async () => {
  const { history } = await read(pushAll(60, { levelOf: () => 0 }), subject(59, [0, 0], [3, 3]));
  expect(history).toMatchObject({ here: { value: 3 }, changes: [] });
});

test('where a level rose stands with its commit and size', async () => {
  const levelOf = (place: number): number => (place < 40 ? 100 : 125);
  const { history } = await read(pushAll(60, { levelOf }), subject(59, [125], [125]));
  expect(history?.changes).toHaveLength(1);
  const [found] = history!.changes;
  expect(history?.levels[found!.to]?.commit).toBe(commitAt(40));
  expect(found!.change).toBeCloseTo(0.25, 1);
});

test('what a change measured moves no level of the branch', async () => {
  const values = pushAll(60, {});
  const honest = await read(values);
  const lying = await read(values, subject(59, [1, 1, 1], [1e9, 1e9, 1e9]));
  expect(lying.history?.levels).toEqual(honest.history?.levels);
  expect(lying.history?.changes).toEqual(honest.history?.changes);
});

test('builds that measured their commit alone make levels that machines are in', async () => {
  const { history } = await read(pushAll(60, { isAlone: true }));
  expect(history).toMatchObject({ isPaired: false });
});

test('a later look shows the same: what came after the build, and the build itself, is left out', async () => {
  const values = pushAll(60, {});
  const { series, verdict } = usual;
  const startedAt = new Date(30 * minuteMs).toISOString();
  const build = { ...verdict.build, startedAt, after: { commit: commitAt(29), label: 'head' } };
  const { history } = await read(values, { series, verdict: { ...verdict, build } });
  expect(history?.levels.map(({ commit }) => commit)).toEqual(
    Array.from({ length: 29 }, (_, i) => commitAt(i)),
  );
});

test('a change that has no values, or no builds before it, has no history', async () => {
  const bare = await read(pushAll(20, {}), subject(19, [100], []));
  expect(bare.history).toBeUndefined();
  expect((await read([])).history).toBeUndefined();
});

test('a store that does not answer takes the picture away and nothing else', async () => {
  const store = { readLast: () => Promise.reject(new StoreUnavailable('away')) };
  const { series, verdict } = usual;
  const history = readHistory({ store, logger }, 'acme/sync', verdict, series);
  await expect(history).resolves.toBeUndefined();
});
