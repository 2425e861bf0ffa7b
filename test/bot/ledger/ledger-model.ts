/** The plainest ledger there is: arrays, looked through from the beginning each time. */
import { endOfDayMs } from '../../../bot/src/ledger/accepts.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import type { AttemptVerdict, RunKey } from '../../../bot/src/ledger/ledger.ts';
import { subjectKey, type Subject } from '../../../bot/src/subject.ts';

interface Kept extends RunKey {
  commit: string;
  verdict: AttemptVerdict;
}

interface Outcome extends RunKey {
  commit: string;
  red: boolean;
  cleared: readonly string[];
  confirmed: readonly string[];
  atMs: number;
}

interface Seen {
  subject: Subject;
  head?: string;
  previous?: string;
  sinceMs?: number;
  dueMs?: number;
}

export class LedgerModel {
  readonly accepts: Accept[] = [];
  readonly kept: Kept[] = [];
  readonly outcomes: Outcome[] = [];
  readonly seen: Seen[] = [];

  addAccept(accept: Omit<Accept, 'id'>): Accept {
    const before = this.accepts.filter((one) => one.repositoryId === accept.repositoryId);
    const added = { ...accept, id: `A${before.length + 1}` };
    this.accepts.push(added);
    return added;
  }

  listAccepts(repositoryId: number, nowMs: number): Accept[] {
    return this.accepts.filter((one) => {
      const isOver = one.until !== undefined && endOfDayMs(one.until) <= nowMs;
      return one.repositoryId === repositoryId && one.takenBack === undefined && !isOver;
    });
  }

  takeBackAccept(repositoryId: number, id: string, by: string, atMs: number): boolean {
    const found = this.accepts.find((one) => one.repositoryId === repositoryId && one.id === id);
    if (found === undefined || found.takenBack !== undefined) return false;
    found.takenBack = { by, atMs };
    return true;
  }

  keepVerdict(key: RunKey, commit: string, verdict: AttemptVerdict): void {
    const at = this.kept.findIndex(
      (one) => isSameRun(one, key) && one.verdict.attempt === verdict.attempt,
    );
    if (at >= 0) this.kept.splice(at, 1);
    this.kept.push({ ...key, commit, verdict });
  }

  readVerdicts(key: RunKey): AttemptVerdict[] {
    const own = this.kept.filter((one) => isSameRun(one, key)).map(({ verdict }) => verdict);
    return own.sort((a, b) => a.attempt - b.attempt);
  }

  noteOutcome(outcome: Outcome): void {
    const known = this.outcomes.find((one) => isSameRun(one, outcome));
    if (known === undefined) this.outcomes.push(outcome);
    else Object.assign(known, { ...outcome, atMs: known.atMs });
  }

  readStatistics(repositoryId: number, sinceMs: number): unknown {
    const own = this.outcomes.filter(
      (one) => one.repositoryId === repositoryId && one.atMs >= sinceMs,
    );
    const commits = new Set(own.map(({ commit }) => commit));
    const red = [...commits].filter((commit) =>
      own.some(
        (one) =>
          one.commit === commit &&
          one.red &&
          !own.some(
            (other) =>
              other.commit === commit &&
              other.suite === one.suite &&
              numberOf(other) > numberOf(one),
          ),
      ),
    );
    return {
      sinceMs,
      judged: commits.size,
      red: red.length,
      cleared: own.reduce((sum, { cleared }) => sum + cleared.length, 0),
      confirmed: own.reduce((sum, { confirmed }) => sum + confirmed.length, 0),
      accepted: this.accepts.filter(
        (one) =>
          one.repositoryId === repositoryId && one.atMs >= sinceMs && one.takenBack === undefined,
      ).length,
      blindSpots: 0,
    };
  }

  noteHead(subject: Subject, head: string, nowMs: number): { sinceMs: number; previous?: string } {
    const one = this.find(subject);
    if (one.head !== head) {
      if (one.head !== undefined) one.previous = one.head;
      Object.assign(one, { head, sinceMs: nowMs });
    }
    const { sinceMs = nowMs, previous } = one;
    return { sinceMs, ...(previous === undefined ? {} : { previous }) };
  }

  scheduleLook(subject: Subject, atMs: number): void {
    this.find(subject).dueMs = atMs;
  }

  listDue(nowMs: number): string[] {
    const due = this.seen.filter(({ dueMs }) => dueMs !== undefined && dueMs <= nowMs);
    return due.map(({ subject }) => subjectKey(subject)).sort();
  }

  private find(subject: Subject): Seen {
    const key = subjectKey(subject);
    const known = this.seen.find((one) => subjectKey(one.subject) === key);
    if (known !== undefined) return known;
    const added: Seen = { subject };
    this.seen.push(added);
    return added;
  }
}

function isSameRun(a: RunKey, b: RunKey): boolean {
  return a.repositoryId === b.repositoryId && a.suite === b.suite && a.runId === b.runId;
}

/** Of the run in its repository, or of the build in its pipeline. */
export function numberOf({ runId }: Pick<RunKey, 'runId'>): number {
  return Number(runId.split('/').at(-1));
}
