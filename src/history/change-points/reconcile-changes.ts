import type { ChangeEvent, PlacedChange, ReportedChange } from './watched-series.ts';

/** A change that so many builds in a row do not show is withdrawn: fewer are noise at the edge of what is clear. */
const mostMissed = 3;

/**
 * So many standard errors make a change known. The detector shows it from fewer on, so that a known one does not
 * come and go with each build.
 */
const knownFrom = 5.25;

/** So many builds in a row show a level of its own before a change is confirmed. */
const confirmedAfter = 5;

/**
 * Brings what was reported together with what the window shows now. A reported change stays where it is for as
 * long as that lies within the range of the new answer.
 * @param reported oldest first
 * @param found oldest first
 */
export function reconcileChanges(
  reported: readonly ReportedChange[],
  found: readonly PlacedChange[],
  { place, nextNumber }: { place: number; nextNumber: number },
): { changes: ReportedChange[]; events: ChangeEvent[] } {
  const events: ChangeEvent[] = [];
  const pairs = pairUp(reported, found);
  const changes = reported.map((old) => {
    const now = pairs.get(old);
    const change = now === undefined ? missOnce(old) : reportAgain(old, now);
    const kind = eventOf(old, change);
    if (kind !== undefined) events.push({ kind, change });
    return change;
  });
  const known = new Set(pairs.values());
  for (const now of found) {
    if (known.has(now) || !(now.isFresh || now.errors >= knownFrom)) continue;
    const number = nextNumber + changes.length - reported.length;
    const steady = now.isFresh ? 0 : 1;
    const state = { steady, missed: 0, isConfirmed: false, isWithdrawn: false };
    const change = { ...now, ...state, number, foundAt: place };
    events.push({ kind: 'found', change });
    changes.push(change);
  }
  return { changes: changes.toSorted((a, b) => a.at - b.at), events };
}

/**
 * Pairs each reported change with the nearest one in the same direction whose range touches its own; nearest pairs
 * first.
 */
function pairUp(
  reported: readonly ReportedChange[],
  found: readonly PlacedChange[],
): Map<ReportedChange, PlacedChange> {
  const possible = reported.flatMap((old) =>
    found
      .filter((now) => touches(old, now))
      .map((now) => ({ old, now, apart: Math.abs(old.at - now.at) })),
  );
  // One that still stands is preferred to one that was withdrawn.
  possible.sort(
    (a, b) => Number(a.old.isWithdrawn) - Number(b.old.isWithdrawn) || a.apart - b.apart,
  );
  const pairs = new Map<ReportedChange, PlacedChange>();
  const taken = new Set<PlacedChange>();
  for (const { old, now } of possible) {
    if (pairs.has(old) || taken.has(now)) continue;
    pairs.set(old, now);
    taken.add(now);
  }
  return pairs;
}

function touches(old: ReportedChange, now: PlacedChange): boolean {
  const isSameWay = Math.sign(old.change) === Math.sign(now.change);
  return isSameWay && old.range.after <= now.range.upTo && now.range.after <= old.range.upTo;
}

function missOnce(old: ReportedChange): ReportedChange {
  const missed = old.missed + 1;
  return { ...old, missed, steady: 0, isWithdrawn: old.isWithdrawn || missed >= mostMissed };
}

function reportAgain(old: ReportedChange, now: PlacedChange): ReportedChange {
  const { number, foundAt } = old;
  const stays = now.range.after < old.at && old.at <= now.range.upTo;
  const at = stays ? old.at : now.at;
  const steady = now.isFresh ? 0 : old.steady + 1;
  const isConfirmed = old.isConfirmed || steady >= confirmedAfter;
  return { ...now, at, number, foundAt, steady, missed: 0, isConfirmed, isWithdrawn: false };
}

function eventOf(old: ReportedChange, now: ReportedChange): ChangeEvent['kind'] | undefined {
  if (old.isWithdrawn !== now.isWithdrawn) return now.isWithdrawn ? 'withdrawn' : 'returned';
  if (old.isConfirmed !== now.isConfirmed) return 'confirmed';
  if (now.at !== old.at) return 'moved';
  return undefined;
}
