import { expect, test } from 'vitest';
import { reconcileChanges } from '../../../src/history/change-points/reconcile-changes.ts';
import type {
  PlacedChange,
  ReportedChange,
} from '../../../src/history/change-points/watched-series.ts';

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

test('a build that shows it again starts the count of builds without it anew', () => {
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
