import type { ChangePoint } from './change-point.ts';

/** The value of one build: where its commit stands in the order of commits, and the value. */
export interface PlacedValue {
  /** Grows from build to build. A build that failed or was not measured leaves a gap. */
  place: number;
  value: number;
}

/** A change as the window shows it, before it is known whether it was reported already. */
export interface PlacedChange extends Omit<ChangePoint, 'at' | 'earliest' | 'latest'> {
  /** The place of the first value of the new level. */
  at: number;
  /** The commit of the change comes after the first of these places, and is at the latest that of the second. */
  range: { after: number; upTo: number };
}

/** A change that was reported. It keeps its number whatever later builds say of it. */
export interface ReportedChange extends PlacedChange {
  number: number;
  /** The build that first showed it. */
  foundAt: number;
  /** Builds in a row that showed it with a level of its own. */
  steady: number;
  /** Builds in a row that did not show it. */
  missed: number;
  /** Enough builds showed it for a report. It stays so, also while it is withdrawn. */
  isConfirmed: boolean;
  isWithdrawn: boolean;
}

/** All that the next build needs, as plain data. */
export interface WatchedSeries {
  /** The newest values. */
  window: readonly PlacedValue[];
  /** Oldest first, withdrawn ones included. */
  changes: readonly ReportedChange[];
}

/**
 * A difference that a build made to the answer. A change is confirmed once several builds in a row showed it with a
 * level of its own, which reports wait for; it returns when a build shows one again that had been withdrawn.
 */
export interface ChangeEvent {
  kind: 'found' | 'confirmed' | 'moved' | 'withdrawn' | 'returned';
  change: ReportedChange;
}
