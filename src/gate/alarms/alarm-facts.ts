import type { ControlEntry, JudgedEntry } from '../record/entries.ts';

export const dayMs = 24 * 3_600_000;

/** What the rules of alarms look at: entries of one suite, oldest first. */
export interface AlarmFacts {
  nowMs: number;
  suite: string;
  judged: readonly JudgedEntry[];
  controls: readonly ControlEntry[];
  /** The name that was probably meant. */
  findNearest(this: void, name: string, names: readonly string[]): string | undefined;
}

export function timeOf({ at }: { at: string }): number {
  return Date.parse(at);
}

export function daysBetween(fromMs: number, toMs: number): number {
  return Math.floor((toMs - fromMs) / dayMs);
}
