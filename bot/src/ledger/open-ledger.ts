import { openAlerts } from '../../../src/series/sqlite/open-alerts.ts';
import { type AcceptKeys, openAccepts } from './accepts.ts';
import { type Answers, openAnswers } from './answers.ts';
import { openBudgets } from './budgets.ts';
import { openConfirmations } from './confirmations.ts';
import { openHints } from './hints.ts';
import type { Ledger } from './ledger.ts';
import { openMaintenance } from './maintenance.ts';
import { openDatabase } from './open-database.ts';
import { openObservations } from './observations.ts';
import { openRuns } from './runs.ts';
import { openStatistics } from './statistics.ts';
import { openSubjects } from './subjects.ts';
import { type KeptVerdicts, openVerdicts } from './verdicts.ts';

/** As long as GitHub keeps artifacts by default. */
const keepVerdictsMs = 90 * 24 * 60 * 60_000;

/** With what the commands alone have to remember. */
export type CommandLedger = Ledger & AcceptKeys & Answers;

export interface LedgerOptions {
  /** How long verdicts are kept after their run was judged, or looked at, last; 90 days unless told. */
  keepVerdictsMs?: number;
}

/**
 * The memory of the bot: one SQLite file, created with its folder if it does not exist. Several processes may
 * have it open. What a call wrote is on the disk when it returns.
 * @throws UserError when it cannot be opened
 */
export function openLedger(
  file: string,
  options: LedgerOptions = {},
): CommandLedger & KeptVerdicts {
  const database = openDatabase(file);
  return {
    ...openAccepts(database),
    ...openAlerts(database),
    ...openVerdicts(database),
    ...openRuns(database),
    ...openObservations(database),
    ...openConfirmations(database),
    ...openStatistics(database),
    ...openBudgets(database),
    ...openSubjects(database),
    ...openHints(database),
    ...openAnswers(database),
    ...openMaintenance(database, options.keepVerdictsMs ?? keepVerdictsMs),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}
