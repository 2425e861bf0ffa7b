import { expect, test } from 'vitest';
import { appendValue, unwatched } from '../../../src/history/change-points/append-value.ts';
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
