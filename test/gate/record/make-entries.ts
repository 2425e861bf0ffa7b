import type { GateControl, GateEntry, JudgedBuild } from '../../../src/contract/documents.ts';

export const dayMs = 24 * 3_600_000;
/** Day 0 of all entries. */
export const startMs = Date.parse('2026-11-01T03:00:00Z');

let number = 0;

/** @param day after day 0 @param commit one hexadecimal digit stands for all 40 */
export function makeJudged(
  day: number,
  judged: Partial<JudgedBuild> = {},
  { commit = 'a', ...entry }: Partial<GateEntry> = {},
): GateEntry {
  return {
    ...make(day),
    ...{ kind: 'judged', commit: commit.repeat(40), ...entry },
    judged: {
      ...{ conclusion: judged.isRed === true ? 'regressed' : 'passed', isRed: false },
      ...{ isWhole: true, isSameCode: false, blocking: 10, undecided: 0 },
      tests: [{ name: 'upload' }],
      ...judged,
    },
  };
}

export function makeControl(
  day: number,
  control: Partial<GateControl> = {},
  entry: Partial<GateEntry> = {},
): GateEntry {
  const tests: GateControl['tests'] = [
    { name: 'upload', outcome: control.isProven === false ? 'green' : 'red', change: 0.21 },
  ];
  return {
    ...make(day),
    ...{ kind: 'control', ...entry },
    control: { cost: 'cpu', by: 0.2, isProven: true, tests, ...control },
  };
}

function make(day: number): Omit<GateEntry, 'kind'> {
  number += 1;
  return {
    ...{ schema: 'perigee/gate-entry', version: 1, suite: 'sync', run: `run ${number}` },
    ...{ at: new Date(startMs + day * dayMs).toISOString(), commit: 'a'.repeat(40) },
    spent: { pairs: 10, seconds: 60 },
  };
}
