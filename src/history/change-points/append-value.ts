import type { ChangePoint } from './change-point.ts';
import { findChangePoints } from './find-change-points.ts';
import { reconcileChanges } from './reconcile-changes.ts';
import type {
  ChangeEvent,
  PlacedChange,
  PlacedValue,
  ReportedChange,
  WatchedSeries,
} from './watched-series.ts';

/** The newest values that changes are looked for in. */
const windowLength = 240;
/** Changes so far back in the window are final: fewer values before it would find it less and less. */
const finalWithin = 60;

export const unwatched: WatchedSeries = { window: [], changes: [] };

/**
 * Adds the value of one more build, and says what it changed in the answer. It looks at the newest values only,
 * so a build costs the same however long the history is.
 */
export function appendValue(
  watched: WatchedSeries,
  added: PlacedValue,
): { watched: WatchedSeries; events: ChangeEvent[] } {
  const window = [...watched.window, added].slice(-windowLength);
  const isFull = window.length === windowLength;
  const openFrom = isFull ? placeOf(window, finalWithin) : -Infinity;
  const found = findChangePoints(window.map(({ value }) => value))
    .map((change) => placeChange(change, window))
    .filter(({ at }) => at >= openFrom);
  const final = watched.changes.filter(({ at }) => at < openFrom);
  const open = watched.changes.filter(({ at }) => at >= openFrom);
  const { changes, events } = reconcileChanges(open, found, {
    place: added.place,
    nextNumber: nextNumber(watched.changes),
  });
  return { watched: { window, changes: [...final, ...changes] }, events };
}

function placeChange(
  { at, earliest, latest, ...change }: ChangePoint,
  window: readonly PlacedValue[],
): PlacedChange {
  return {
    ...change,
    at: placeOf(window, at),
    range: { after: placeOf(window, earliest - 1), upTo: placeOf(window, latest) },
  };
}

function placeOf(window: readonly PlacedValue[], index: number): number {
  const value = window[index];
  if (value === undefined) throw new Error(`no value ${index} in a window of ${window.length}`);
  return value.place;
}

function nextNumber(changes: readonly ReportedChange[]): number {
  return 1 + changes.reduce((highest, { number }) => Math.max(highest, number), 0);
}
