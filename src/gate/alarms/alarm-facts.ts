import type { ControlEntry, JudgedEntry } from '../record/entries.ts';

export const dayMs = 24 * 3_600_000;

/** What looking for names may cost: pairs of letters that are compared, some 0.2 s of them. */
export interface NameEffort {
  left: number;
}
export const mostNameEffort = 5_000_000;

/** What the rules of alarms look at: entries of one suite, oldest first. */
export interface AlarmFacts {
  nowMs: number;
  suite: string;
  /** Those of the default branch and its merge queue, or of this machine. */
  judged: readonly JudgedEntry[];
  /** The newest one of any branch. */
  newestAtMs: number;
  controls: readonly ControlEntry[];
  /** The name that was probably meant. It takes what it costs from `effort`, and finds nothing when none is left. */
  findNearest(
    this: void,
    name: string,
    names: readonly string[],
    effort: NameEffort,
  ): string | undefined;
  /** Of all rules together. */
  effort: NameEffort;
}

export function timeOf({ at }: { at: string }): number {
  return Date.parse(at);
}

export function daysBetween(fromMs: number, toMs: number): number {
  return Math.floor((toMs - fromMs) / dayMs);
}
