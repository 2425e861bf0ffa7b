import type { GateControl, GateEntry, JudgedBuild } from '../../contract/documents.ts';

export type JudgedEntry = GateEntry & { judged: JudgedBuild };
export type ControlEntry = GateEntry & { control: GateControl };

/** The kind decides: what else an entry holds does not count. */
export function isJudged(entry: GateEntry): entry is JudgedEntry {
  return entry.kind === 'judged' && entry.judged !== undefined;
}

export function isControl(entry: GateEntry): entry is ControlEntry {
  return entry.kind === 'control' && entry.control !== undefined;
}

/**
 * Whether it says what the gate covers: what is merged or about to be, and what a machine measured for itself. The
 * author of a pull request chooses which tests and spans its build has, so it could raise alarms with it, or hide them.
 */
export function isOfBranch({ judged: { branchKind } }: JudgedEntry): boolean {
  return branchKind === undefined || branchKind === 'default' || branchKind === 'merge-queue';
}

/** The last entry of a run counts, such as after a run was resumed. */
export function keepLast(entries: readonly GateEntry[]): GateEntry[] {
  const kept = new Map<string, GateEntry>();
  for (const entry of entries) {
    const { control, kind, run, suite } = entry;
    const key = JSON.stringify([kind, suite, run, control?.shard]);
    kept.delete(key);
    kept.set(key, entry);
  }
  return [...kept.values()];
}
