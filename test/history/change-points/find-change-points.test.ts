import { describe, expect, test } from 'vitest';
import { findChangePoints } from '../../../src/history/change-points/find-change-points.ts';
import { drawValues } from './draw-values.ts';

const placesIn = (values: readonly number[]): number[] =>
  findChangePoints(values).map(({ at }) => at);
const seeds = Array.from({ length: 40 }, (_, i) => i + 1);

test('a step is found with its levels, its size and how sure that is', () => {
  const [found, ...others] = findChangePoints(drawValues(1, 120, (at) => (at < 70 ? 1 : 1.2)));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ at: 70, isFresh: false });
  expect(found?.before).toMatchObject({ count: 70 });
  expect(found?.after).toMatchObject({ count: 50 });
  expect(found?.change).toBeCloseTo(0.2, 1);
  expect(found?.confidence).toBeGreaterThan(0.999);
});

test('levels and the place of a change lie within what is stated of them in 19 of 20 cases', () => {
  const inside = { found: 0, before: 0, after: 0, place: 0 };
  const trials = 400;
  for (let seed = 1; seed <= trials; seed += 1) {
    const values = drawValues(seed, 120, (at) => (at < 60 ? 1 : 1.06));
    const found = findChangePoints(values).find(({ at }) => Math.abs(at - 60) < 15);
    if (found === undefined) continue;
    inside.found += 1;
    inside.before += Number(found.before.low <= 100 && 100 <= found.before.high);
    inside.after += Number(found.after.low <= 106 && 106 <= found.after.high);
    inside.place += Number(found.earliest <= 60 && 60 <= found.latest);
  }
  const { found, ...stated } = inside;
  expect(found / trials).toBeGreaterThan(0.99);
  for (const count of Object.values(stated)) expect(count / found).toBeGreaterThan(0.93);
});

test('a drop is found as a rise is, and in any unit', () => {
  const values = drawValues(3, 150, (at) => (at < 50 ? 1 : at < 100 ? 0.85 : 1));
  const places = placesIn(values);
  expect(places).toHaveLength(2);
  expect(placesIn(values.map((value) => value * 1e9))).toEqual(places);
  expect(findChangePoints(values).map(({ change }) => Math.sign(change))).toEqual([-1, 1]);
});

describe('no change is found in', () => {
  test.each<[string, (seed: number) => number[]]>([
    ['noise', (seed) => drawValues(seed, 300)],
    ['one outlier', (seed) => drawValues(seed, 120, (at) => (at === 60 ? 3 : 1))],
    [
      'two outliers in a row',
      (seed) => drawValues(seed, 120, (at) => (at === 60 || at === 61 ? 2 : 1)),
    ],
    ['an outlier at the end', (seed) => drawValues(seed, 120, (at) => (at === 119 ? 4 : 1))],
    [
      'a machine day of five builds',
      (seed) => drawValues(seed, 120, (at) => (at > 60 && at < 66 ? 1.3 : 1)),
    ],
    [
      'a change of the noise',
      (seed) => [...drawValues(seed, 100), ...drawValues(seed + 99, 100, () => 1, 0.12)],
    ],
    ['a steady trend', (seed) => drawValues(seed, 200, (at) => Math.exp(0.002 * at))],
    [
      'values that repeat',
      (seed) => drawValues(seed, 200).map((value) => 4 * Math.round(value / 4)),
    ],
  ])('%s', (_name, draw) => {
    const wrong = seeds.map((seed) => placesIn(draw(seed)).length);
    // bench/change-points.ts has the rates; two of forty histories leave room for the worst of these.
    expect(
      wrong.reduce((sum, one) => sum + one),
      wrong.join(' '),
    ).toBeLessThanOrEqual(2);
  });

  test('values that are all equal, all zero, or too few', () => {
    expect(placesIn(Array<number>(50).fill(7))).toEqual([]);
    expect(placesIn(Array<number>(50).fill(0))).toEqual([]);
    expect(placesIn([])).toEqual([]);
    expect(placesIn([1, 1, 1, 1, 2, 2, 2, 2])).toEqual([]);
  });

  test('a step of less than two percent, however exact the values are', () => {
    expect(placesIn([...Array<number>(40).fill(1000), ...Array<number>(40).fill(1015)])).toEqual(
      [],
    );
  });
});

test('a count that never varied changes where it does', () => {
  const [found] = findChangePoints([
    ...Array<number>(40).fill(1000),
    ...Array<number>(40).fill(1100),
  ]);
  expect(found).toMatchObject({ at: 40, earliest: 40, latest: 40, confidence: 1 });
  expect(found?.change).toBeCloseTo(0.1, 9);
});

test('a level may begin at zero, or below', () => {
  const rising = [...Array<number>(30).fill(0), ...Array<number>(30).fill(5)];
  expect(findChangePoints(rising)).toMatchObject([
    { at: 30, before: { value: 0 }, after: { value: 5 } },
  ]);
  const negative = [...Array<number>(30).fill(-10), ...Array<number>(30).fill(-5)];
  expect(findChangePoints(negative)).toMatchObject([{ at: 30, change: 0.5 }]);
});

test('a step of 10% at 3% noise is mostly seen within two builds', () => {
  const seen = seeds.filter((seed) => {
    const values = drawValues(seed, 102, (at) => (at < 100 ? 1 : 1.1));
    return findChangePoints(values).some(({ at, isFresh }) => isFresh && at === 100);
  });
  expect(seen.length).toBeGreaterThan(seeds.length / 2);
});

test('a step that is soon taken back in part is no disturbance: it stays where it began', () => {
  const elsewhere = seeds.filter((seed) => {
    const values = drawValues(seed, 120, (at) => (at < 60 ? 1 : at < 67 ? 1.6 : 1.2));
    return placesIn(values)[0] !== 60;
  });
  expect(elsewhere).toEqual([]);
});

test('a step on top of a trend is found', () => {
  const missed = seeds.filter((seed) => {
    const values = drawValues(seed, 200, (at) => Math.exp(0.0005 * at) * (at < 100 ? 1 : 1.3));
    return !placesIn(values).some((at) => Math.abs(at - 100) <= 2);
  });
  expect(missed).toEqual([]);
});
