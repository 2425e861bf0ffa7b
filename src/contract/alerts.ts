import type { SeriesIdentity } from './series-key.ts';

/**
 * Where an alert stands. `new`, `acknowledged` and `explained` are open: something is still to be done. The others are
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

/** Nobody could tell later why they closed it, or what explains it. Of some alerts `needsReason` knows more. */
export const statesWithReason: readonly AlertState[] = ['explained', 'noise', 'accepted'];

/**
 * Whether a person has to say why. A budget that blocks holds others back, so whoever lifts that says why in any case.
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
   * What found it: the comparison of a push with the commit before, the levels of many commits, or the limit of what
   * small changes may add up to.
   */
  foundBy: 'push' | 'history' | 'budget';
  /** The commit that it was first found at. It names the alert, and stays where later builds move the change. */
  commit: string;
  /** The change came after the first of these commits, and at the latest with the second: one of so many. */
  range: { after: string; upTo: string; commits?: number };
  /** The level moved over all of the range: no single commit did it. */
  isGradual?: true;
  /** Of a budget: since when the changes are added up, and what is allowed, as a share. */
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

export type FreshAlert = Omit<Alert, 'number'>;

/** Where alerts are kept: in the ledger of the bot, or in the series store of one machine. */
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
