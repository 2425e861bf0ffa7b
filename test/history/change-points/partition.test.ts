import { expect, test } from 'vitest';
import { partition } from '../../../src/history/change-points/partition.ts';
import { reconcileChanges } from '../../../src/history/change-points/reconcile-changes.ts';
import { sumUp } from '../../../src/history/change-points/running-sums.ts';
import type {
  PlacedChange,
  ReportedChange,
} from '../../../src/history/change-points/watched-series.ts';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';

const limits = { shortest: 2, shortestAtEnd: 3 };

/** Every way to cut a series, one after the other. */
function partitionLiterally(
  values: readonly number[],
  weights: readonly number[],
  price: number,
): number {
  const costOf = (from: number, to: number): number => {
    const places = Array.from({ length: to - from }, (_, i) => from + i);
    const total = places.reduce((sum, at) => sum + weights[at]!, 0);
    const mean = places.reduce((sum, at) => sum + weights[at]! * values[at]!, 0) / total;
    return places.reduce((sum, at) => sum + weights[at]! * (values[at]! - mean) ** 2, 0);
  };
  const cheapestFrom = (from: number): number => {
    let least =
      from === 0 || values.length - from >= limits.shortestAtEnd
        ? costOf(from, values.length)
        : Infinity;
    const shortest = from === 0 ? limits.shortestAtEnd : limits.shortest;
    for (let to = from + shortest; to < values.length; to += 1) {
      least = Math.min(least, costOf(from, to) + price + cheapestFrom(to));
    }
    return least;
  };
  return cheapestFrom(0);
}

test('no way to cut 100 random series is cheaper', () => {
  const seed = 20;
  const random = createRandom(seed);
  for (let trial = 0; trial < 100; trial += 1) {
    const length = 6 + Math.floor(8 * random());
    const values = Array.from(
      { length },
      (_, at) => drawNormal(random) + (at > length / 2 ? 3 : 0),
    );
    const weights = values.map(() => 0.5 + random());
    const price = 2 * random();
    const sums = sumUp({ values: Float64Array.from(values), weights: Float64Array.from(weights) });
    const everywhere = values.map((_, at) => at).slice(1);
    const starts = partition(sums, everywhere, { price, ...limits });
    const bounds = [0, ...starts, length];
    const cost = bounds.slice(1).reduce((total, to, i) => {
      const [from, last] = [bounds[i]!, to];
      const part = (list: readonly number[]) => list.slice(from, last);
      const weight = part(weights).reduce((a, b) => a + b);
      const mean =
        part(weights).reduce((sum, one, at) => sum + one * part(values)[at]!, 0) / weight;
      return (
        total +
        part(weights).reduce((sum, one, at) => sum + one * (part(values)[at]! - mean) ** 2, 0)
      );
    }, starts.length * price);
    expect(cost, `seed ${seed}, trial ${trial}`).toBeCloseTo(
      partitionLiterally(values, weights, price),
      9,
    );
  }
});

test('levels are no shorter than allowed, at the ends no shorter than allowed there', () => {
  const values = Float64Array.from([9, 9, 0, 0, 0, 0, 5, 0, 0, 0, 9, 9]);
  const sums = sumUp({ values, weights: new Float64Array(12).fill(1) });
  const everywhere = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  const starts = partition(sums, everywhere, { price: 0.001, ...limits });
  const bounds = [0, ...starts, 12];
  const lengths = bounds.slice(1).map((to, i) => to - bounds[i]!);
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(2);
  expect(Math.min(lengths[0]!, lengths.at(-1)!)).toBeGreaterThanOrEqual(3);
});

const level = { value: 100, low: 99, high: 101, count: 40 };
const shown = (at: number, over: Partial<PlacedChange> = {}): PlacedChange => ({
  ...{ at, range: { after: at - 3, upTo: at + 2 }, before: level, after: level },
  ...{ change: 0.1, errors: 9, confidence: 1, isFresh: false },
  ...over,
});
const reported = (at: number, over: Partial<ReportedChange> = {}): ReportedChange => ({
  ...shown(at),
  ...{ number: 1, foundAt: at + 2, steady: 9, missed: 0 },
  ...{ isConfirmed: true, isWithdrawn: false },
  ...over,
});
const build = { place: 200, nextNumber: 7 };

test('a change stays where it was reported while that lies within the new range', () => {
  const { changes, events } = reconcileChanges([reported(100)], [shown(102)], build);
  expect(changes).toMatchObject([{ number: 1, at: 100 }]);
  expect(events).toEqual([]);
});

test('it moves when it cannot have been there, and says so', () => {
  const now = shown(104, { range: { after: 101, upTo: 105 } });
  const { changes, events } = reconcileChanges([reported(100)], [now], build);
  expect(changes).toMatchObject([{ number: 1, at: 104, foundAt: 102 }]);
  expect(events).toMatchObject([{ kind: 'moved', change: { number: 1, at: 104 } }]);
});

test('it is withdrawn after three builds in a row without it, not before', () => {
  let changes = [reported(100)];
  const kinds = [1, 2, 3, 4].map(() => {
    const next = reconcileChanges(changes, [], build);
    ({ changes } = next);
    return next.events.map(({ kind }) => kind);
  });
  expect(kinds).toEqual([[], [], ['withdrawn'], []]);
});

test('builds without it are counted from the last one that shows it', () => {
  const { changes } = reconcileChanges([reported(100, { missed: 2 })], [shown(100)], build);
  expect(changes).toMatchObject([{ missed: 0, isWithdrawn: false }]);
});

test('one that was withdrawn returns with its number', () => {
  const old = reported(100, { missed: 5, isWithdrawn: true });
  const { changes, events } = reconcileChanges([old], [shown(101)], build);
  expect(events).toMatchObject([{ kind: 'returned', change: { number: 1, isWithdrawn: false } }]);
  expect(changes).toHaveLength(1);
});

test('of two that may be meant, the one that stands is', () => {
  const old = reported(101, { missed: 5, isWithdrawn: true });
  const standing = reported(103, { number: 2 });
  const { changes } = reconcileChanges([old, standing], [shown(101)], build);
  expect(changes).toMatchObject([
    { number: 1, isWithdrawn: true },
    { number: 2, isWithdrawn: false },
  ]);
});

test('a change in the other direction is another one', () => {
  const { events } = reconcileChanges([reported(100)], [shown(100, { change: -0.1 })], build);
  expect(events).toMatchObject([{ kind: 'found', change: { number: 7, foundAt: 200 } }]);
});

test('it is confirmed when five builds in a row show it with a level of its own', () => {
  let changes: ReportedChange[] = [];
  const kindsOf = (found: PlacedChange): string[] => {
    const next = reconcileChanges(changes, [found], build);
    ({ changes } = next);
    return next.events.map(({ kind }) => kind);
  };
  const fresh = shown(198, { isFresh: true });
  const kinds = [fresh, fresh, shown(198), shown(198), fresh].map(kindsOf);
  expect(kinds).toEqual([['found'], [], [], [], []]);
  const later = Array.from({ length: 6 }, () => kindsOf(shown(198)));
  expect(later).toEqual([[], [], [], [], ['confirmed'], []]);
});

test('new ones are numbered on', () => {
  const { changes } = reconcileChanges([], [shown(50), shown(90)], build);
  expect(changes.map(({ number }) => number)).toEqual([7, 8]);
});

test('it takes more to report a change than to keep it', () => {
  const weak = shown(100, { errors: 4.8 });
  expect(reconcileChanges([], [weak], build).changes).toEqual([]);
  expect(reconcileChanges([reported(100)], [weak], build).changes).toMatchObject([{ missed: 0 }]);
  const fresh = shown(198, { errors: 4.8, isFresh: true });
  expect(reconcileChanges([], [fresh], build).changes).toHaveLength(1);
});
