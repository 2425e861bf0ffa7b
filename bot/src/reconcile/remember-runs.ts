import { listSome } from '../../../src/contract/count-things.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Run, RunMemory, SeenRun } from '../runs/run.ts';
import { describeBase } from '../change/describe-base.ts';
import type { Change } from '../change/read-change.ts';

/** A pull request may be given many targets, one after the other. */
const mostBases = 8;

/** The remembered runs of a commit, for one look. */
export interface KnownRuns extends RunMemory {
  /** Whether all that it had left, when it was judged last, was compared with another base. */
  isOfOtherBase(id: string): boolean;
  /**
   * @param found absent where it was not judged now; `isRead`: all that it has left in the state that it is in
   *   was judged for this change
   */
  note(run: Run, found: Found | undefined, nowMs: number): void;
}

interface Found {
  isRead: boolean;
  isOfOtherBase: boolean;
}

export function rememberRuns(
  ledger: Pick<Ledger, 'listSeen' | 'noteRun'>,
  change: Change,
): KnownRuns {
  const { head, subject } = change;
  const { id } = subject.repository;
  const known = ledger.listSeen(id, head);
  const base = describeBase(change);
  return {
    seen: [...known.values()].map(({ run }) => run),
    isRead: (runId, settled) => known.get(runId)?.readAs[base] === settled,
    isOfOtherBase: (runId) => known.get(runId)?.notFor?.includes(base) === true,
    note: (run, found, nowMs) => {
      const { notFor = [], readAs: before = {} } = known.get(run.id) ?? {};
      const settled = found?.isRead === true ? run.settled : undefined;
      const { [base]: _, ...others } = before;
      const readAs =
        settled === undefined || before[base] === settled
          ? before
          : {
              ...Object.fromEntries(Object.entries(others).slice(1 - mostBases)),
              [base]: settled,
            };
      // It may be asked for next time.
      const { absent, ...there } = run;
      const lasting = absent === 'deleted' ? { ...there, absent } : there;
      const isNot = found?.isOfOtherBase ?? notFor.includes(base);
      const bases = [...notFor.filter((each) => each !== base), ...(isNot ? [base] : [])];
      const seen: SeenRun = { run: lasting, readAs, notFor: bases.slice(-mostBases) };
      known.set(run.id, seen);
      ledger.noteRun(id, head, seen, nowMs);
    },
  };
}

/**
 * Describes runs that were judged, or seen, and are gone: one sentence each.
 * @param judged ids of those with a verdict that counts here
 */
export function describeAbsent(runs: readonly Run[], judged: ReadonlySet<string>): string[] {
  const gone = runs.filter(({ absent }) => absent === 'deleted').map(({ id }) => id);
  const counted = gone.filter((id) => judged.has(id));
  const unknown = gone.filter((id) => !judged.has(id));
  const one = counted.length === 1;
  return [
    ...(counted.length === 0
      ? []
      : [
          `${nameRuns(counted)} ${one ? 'was deleted; its verdict still counts' : 'were deleted; their verdicts still count'}.`,
        ]),
    ...(unknown.length === 0
      ? []
      : [
          `${nameRuns(unknown)} ${unknown.length === 1 ? 'was' : 'were'} deleted and left nothing that was judged.`,
        ]),
  ];
}

const mostNamed = 5;

function nameRuns(ids: readonly string[]): string {
  if (ids.length === 1) return `Run ${ids[0]}`;
  if (ids.length > mostNamed) return `Runs ${listSome(ids, mostNamed)}`;
  return `Runs ${ids.slice(0, -1).join(', ')} and ${ids.at(-1)}`;
}

/** The same of artifacts of a run that is there. */
export function describeMissing(runId: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `Artifacts of run ${runId} were deleted or replaced after they were judged (${listSome(names, mostNamed)}); the verdict on them still counts.`,
  ];
}
