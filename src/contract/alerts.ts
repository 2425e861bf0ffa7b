import type { Build, Verdict } from './documents.ts';
import type { SeriesIdentity } from './series-key.ts';

/**
 * The state of an alert. `new`, `acknowledged` and `explained` are open: something is still to be done. The others are
 * closed.
 */
export const alertStates = [
  'new',
  'acknowledged',
  'explained',
  'fixed',
  'noise',
  'accepted',
] as const;
export type AlertState = (typeof alertStates)[number];

/**
 * Without a reason, nothing would tell later why they were closed, or what explains them. `needsReason` knows more of
 * some alerts.
 */
export const statesWithReason: readonly AlertState[] = ['explained', 'noise', 'accepted'];

/**
 * Whether a person has to say why. A budget that blocks holds others back, so lifting that takes a reason in any case.
 */
export function needsReason(state: AlertState, { budget }: Pick<Alert, 'budget'>): boolean {
  return statesWithReason.includes(state) || (state === 'fixed' && budget?.action === 'block');
}

/** How an alert came into a state. */
export interface AlertTransition {
  state: AlertState;
  /** The person; absent where Perigee did it. */
  by?: string;
  because?: string;
  /** The accept that it follows from: it ends with that. */
  accept?: string;
  /** Since 1970. */
  atMs: number;
}

export interface AlertSeries extends SeriesIdentity {
  /** As a share of the level before; of a budget what is added up. */
  change: number;
}

/** A commit, or several of them, of a branch that made series worse: everything that is said of it is in one place. */
export interface Alert {
  /** From 1, in its repository. It stays. */
  number: number;
  /** `owner/name`. */
  repository: string;
  suite: string;
  /** E.g. release/1.0; absent for the default branch. */
  branch?: string;
  /**
   * The source of the alert: the comparison of a push with the commit before, the levels of many commits, or the limit
   * of what small changes may add up to.
   */
  foundBy: 'push' | 'history' | 'budget';
  /**
   * The commit that it was first found at, of a budget the one that passed its limit. It names the alert, and stays where
   * later builds move the change.
   */
  commit: string;
  /** The change came after the first of these commits, and at the latest with the second: one of so many. */
  range: { after: string; upTo: string; commits?: number };
  /** The level moved over all of the range: no single commit did it. */
  isGradual?: true;
  /** For a budget: since when the changes are added up, and the allowed share. */
  budget?: AlertBudget;
  /** The largest change first. */
  series: readonly AlertSeries[];
  /** At least one, oldest first: the last one holds. */
  transitions: readonly AlertTransition[];
  /** A digest of what its issue says; absent where it has none, and where a push found it. */
  told?: string;
}

export interface AlertBudget {
  since: 'release' | 'best';
  /** The name of the release. */
  release?: string;
  limit: number;
  action: 'warn' | 'block';
  /** The commits that contributed the most, the largest first, as shares. */
  parts: readonly AlertPart[];
}

/** The level from which a budget counts. */
export function formatBudgetStart({ release, since }: AlertBudget): string {
  return since === 'best' ? 'the best level of a year' : (release ?? 'the last release');
}

export interface AlertPart {
  /** The commit measured before. */
  after: string;
  commit: string;
  author: string;
  subject: string;
  size: number;
  /** Larger than noise alone makes the largest of so many. */
  standsOut: boolean;
}

/** The word that people see. Perigee closes an alert as accepted where its budget is gone: nobody accepted that, so it is called ended. */
export function nameState({ accept, by, state }: AlertTransition): string {
  return state === 'accepted' && by === undefined && accept === undefined ? 'ended' : state;
}

export type FreshAlert = Omit<Alert, 'number'>;

/** The place of alerts: the ledger of the bot, or the series store of one machine. */
export interface AlertStore {
  /** The newest first. */
  listAlerts(repository: string): Alert[];
  /** @returns the alert that there is for this suite and commit, where there is one: of the same budget, or of a change */
  openAlert(alert: FreshAlert): Alert;
  /** Reads it again, changes it and keeps it, at once. @returns undefined where there is none */
  changeAlert(
    repository: string,
    number: number,
    change: (alert: Alert) => Alert,
  ): Alert | undefined;
  /**
   * Keeps an alert that was kept elsewhere, under its own number if that is free. One for the same suite and commit
   * stays, unless its state is older.
   */
  restoreAlert(alert: Alert): void;
}

export function lastTransition({ transitions }: Pick<Alert, 'transitions'>): AlertTransition {
  const last = transitions.at(-1);
  if (last === undefined) throw new Error('an alert without a state');
  return last;
}

export function isAlertOpen(alert: Pick<Alert, 'transitions'>): boolean {
  return ['new', 'acknowledged', 'explained'].includes(lastTransition(alert).state);
}

/** What a list of builds knows of each. */
interface JudgedFacts {
  suite: string;
  commit: string;
  baseline: string;
  branchKind: NonNullable<Build['branchKind']>;
  branch?: string;
  pullRequest?: number;
  committedAtMs?: number;
  conclusion?: Verdict['conclusion'];
  /** Only of runs of this machine. */
  report?: string;
}

/** A branch, a pull request, or two commits of no known branch, in a suite. */
function listSubjects({ baseline, branch, branchKind, commit, pullRequest, suite }: JudgedFacts) {
  const origin = pullRequest ?? branch ?? (branchKind === 'default' ? branchKind : undefined);
  const ofCommits = [suite, baseline, commit].join('\u0000');
  return origin === undefined ? [ofCommits] : [[suite, origin].join('\u0000'), ofCommits];
}

/**
 * The newest red build of each branch, pull request or pair of commits that none measured green since. What tells
 * nothing, such as a run that was interrupted, leaves it red, and so does a green one of an older commit.
 * @param builds newest first
 * @param hasLevels they tell what became worse on the default branch, so only other work on a laptop is left
 */
export function listRed<T extends JudgedFacts>(builds: readonly T[], hasLevels: boolean): T[] {
  const told = new Set<string>();
  const green = new Map<string, number>();
  return builds.filter((build) => {
    const { committedAtMs, conclusion } = build;
    const subjects = listSubjects(build);
    if (conclusion === 'passed') {
      for (const one of subjects) {
        green.set(one, Math.max(green.get(one) ?? 0, committedAtMs ?? Infinity));
      }
    }
    if (conclusion !== 'regressed') return false;
    const isGreen = subjects.some((one) => (green.get(one) ?? -1) >= (committedAtMs ?? 0));
    if (hasLevels && (build.branchKind === 'default' || build.report === undefined)) return false;
    const isNew = !isGreen && !told.has(subjects[0] ?? '');
    if (isNew) told.add(subjects[0] ?? '');
    return isNew;
  });
}
