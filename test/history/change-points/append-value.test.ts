import { describe, expect, test } from 'vitest';
import { appendValue, unwatched } from '../../../src/history/change-points/append-value.ts';
import { spreadTies } from '../../../src/history/change-points/measure-noise.ts';
import { summarise, sumUp } from '../../../src/history/change-points/running-sums.ts';
import { isTrend } from '../../../src/history/change-points/trend.ts';
import type {
  ChangeEvent,
  WatchedSeries,
} from '../../../src/history/change-points/watched-series.ts';
import { drawValues } from './draw-values.ts';

function watch(
  values: readonly number[],
  placeOf: (index: number) => number = (index) => index,
): { watched: WatchedSeries; events: ChangeEvent[] } {
  let watched = unwatched;
  const events: ChangeEvent[] = [];
  values.forEach((value, index) => {
    const next = appendValue(watched, { place: placeOf(index), value });
    watched = next.watched;
    events.push(...next.events);
  });
  return { watched, events };
}

const standingOf = ({ changes }: WatchedSeries) =>
  changes.filter(({ isWithdrawn }) => !isWithdrawn);

test('a change is found while it is fresh, then confirmed, and keeps its number', () => {
  const { watched, events } = watch(drawValues(2, 160, (at) => (at < 100 ? 1 : 1.15)));
  const [standing, ...others] = standingOf(watched);
  expect(others).toEqual([]);
  expect(standing).toMatchObject({ at: 100, isFresh: false });
  const ofIt = events.filter(({ change }) => change.number === standing?.number);
  expect(ofIt.map(({ kind }) => kind)).toEqual(['found', 'confirmed']);
  expect(ofIt[0]?.change).toMatchObject({ at: 100, isFresh: true });
  expect(standing?.foundAt).toBeLessThanOrEqual(103);
});

test('builds that failed are commits in which the change may lie', () => {
  // Of every ten commits one was measured.
  const { watched } = watch(
    drawValues(2, 160, (at) => (at < 100 ? 1 : 1.3)),
    (index) => 10 * index,
  );
  expect(standingOf(watched)).toMatchObject([{ at: 1000, range: { after: 990, upTo: 1000 } }]);
});

test('what ends after a few builds is withdrawn, and said to be', () => {
  const { watched, events } = watch(drawValues(4, 140, (at) => (at >= 100 && at < 105 ? 1.2 : 1)));
  expect(events.map(({ kind }) => kind)).toEqual(['found', 'withdrawn']);
  expect(watched.changes).toMatchObject([{ number: 1, isWithdrawn: true }]);
});

test('two changes have two numbers', () => {
  const { watched } = watch(drawValues(5, 180, (at) => (at < 60 ? 1 : at < 120 ? 1.2 : 1.4)));
  const standing = standingOf(watched);
  expect(standing).toMatchObject([{ at: 60 }, { at: 120 }]);
  expect(new Set(standing.map(({ number }) => number)).size).toBe(2);
});

test('a change stays reported when its values have left the window, and the window does not grow', () => {
  const { watched } = watch(drawValues(6, 900, (at) => (at < 100 ? 1 : 1.2)));
  expect(watched.window.length).toBeLessThanOrEqual(240);
  expect(watched.window.at(-1)?.place).toBe(899);
  expect(watched.changes).toMatchObject([{ number: 1, at: 100, isWithdrawn: false }]);
});

test('what is known survives being written and read between any two builds', () => {
  const values = drawValues(7, 150, (at) => (at < 90 ? 1 : 1.15));
  let watched = unwatched;
  values.forEach((value, place) => {
    watched = appendValue(JSON.parse(JSON.stringify(watched)) as WatchedSeries, {
      place,
      value,
    }).watched;
  });
  expect(watched).toEqual(watch(values).watched);
});

describe('measure noise', () => {
  test('values of a coarse clock are spread over its grain, and by no more', () => {
    const coarse = Float64Array.from(drawValues(1, 200), (value) => 4 * Math.round(value / 4));
    const spread = spreadTies(coarse);
    const moved = spread.map((value, at) => Math.abs(value - (coarse[at] ?? NaN)));
    expect(Math.max(...moved)).toBeLessThanOrEqual(2);
    expect(new Set(spread).size).toBeGreaterThan(190);
    expect(spreadTies(coarse)).toEqual(spread);
  });

  test('values that differ, and exact ones that seldom change, stay as they are', () => {
    const fine = Float64Array.from(drawValues(2, 200));
    expect(spreadTies(fine)).toBe(fine);
    const exact = Float64Array.from({ length: 80 }, (_, at) => (at < 40 ? 1000 : 1100));
    expect(spreadTies(exact)).toBe(exact);
  });
});

describe('trend', () => {
  const ones = new Float64Array(40).fill(1);

  test.each([
    ['a slope alone', 0.1, 0, true],
    ['a step that is not clear beyond its slope', 0.07, 2, true],
    ['a step that is clear beyond it', 0.07, 4, false],
    ['a step between levels', 0, 2, false],
  ])('%s: told from a slope', (_, slope, step, expected) => {
    // The noise is one standard deviation, up and down in turns.
    const values = ones.map((one, at) => slope * at + (at < 20 ? 0 : step) + (at % 2 ? one : -one));
    const series = {
      ...{ values, raw: values, weights: ones, deviations: ones, isLogarithm: false },
      ...{ variance: 1, correlation: 0, inflation: 1 },
    };
    const sums = sumUp(series);
    expect(isTrend(summarise(sums, 0, 20), summarise(sums, 20, 40), series, 4.5)).toBe(expected);
  });
});
