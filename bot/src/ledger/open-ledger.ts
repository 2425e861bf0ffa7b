import type { DatabaseSync } from 'node:sqlite';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import type { ConfirmationState } from '../../../src/gate/run-history.ts';
import { openAlerts } from '../../../src/store/sqlite/open-alerts.ts';
import { transact } from '../../../src/sqlite/transact.ts';
import { packJson, type PackedJson, unpackJson } from '../../../src/settings/pack-json.ts';
import type { SeenRun } from '../runs/run.ts';
import { type AcceptKeys, openAccepts } from './accepts.ts';
import { type Answers, openAnswers } from './answers.ts';
import type { Ledger } from './ledger.ts';
import { openStatistics } from './statistics.ts';
import { openSubjects } from './subjects.ts';
import { type KeptVerdicts, openVerdicts } from './verdicts.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { NewerLayout, openDatabase } from '../../../src/sqlite/open-database.ts';
import { migrations } from './migrations.ts';

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
  const database = openLedgerFile(file);
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

function openHints(database: DatabaseSync): Pick<Ledger, 'tellOnce'> {
  const tell = database.prepare(
    'INSERT INTO hints (repository, hint, place) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const find = database.prepare('SELECT place FROM hints WHERE repository = ? AND hint = ?');
  return {
    tellOnce(repositoryId, hint, place) {
      if (tell.run(repositoryId, hint, place ?? null).changes === 1) return true;
      const known = find.get(repositoryId, hint) as { place: string | null } | undefined;
      return place !== undefined && known?.place === place;
    },
  };
}

/** The request to GitHub that confirms an alarm. It is written before the request, so that no request is sent twice. */
function openConfirmations(
  database: DatabaseSync,
): Pick<Ledger, 'readConfirmation' | 'writeConfirmation'> {
  const read = database.prepare(
    'SELECT state FROM confirmations WHERE repository = ? AND suite = ? AND run = ?',
  );
  const write = database.prepare(
    `INSERT INTO confirmations (repository, suite, run, state) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET state = excluded.state`,
  );
  return {
    readConfirmation({ repositoryId, suite, runId }) {
      const row = read.get(repositoryId, suite, runId) as { state: string } | undefined;
      return row === undefined ? undefined : (JSON.parse(row.state) as ConfirmationState);
    },
    writeConfirmation({ repositoryId, suite, runId }, state) {
      write.run(repositoryId, suite, runId, JSON.stringify(state));
    },
  };
}

const dayMs = 24 * 60 * 60_000;

/** GitHub keeps what it delivered for three days, and redelivers nothing older. */
const keepAnswersMs = 7 * dayMs;
/** Long after any statistics that are shown, and any pull request that is still worked on. */
const keepLongestMs = 400 * dayMs;

/** Runs whose last attempt was judged before that moment, and that no open subject was judged by since. */
const isOfNoUse = `(repository, suite, run) IN (
  SELECT repository, suite, run FROM verdicts GROUP BY repository, suite, run HAVING max(at_ms) < ?)
  AND (repository, run) NOT IN (SELECT repository, run FROM runs)`;

/** Lets go what is of no use any more. Accepts and hints stay. */
function openMaintenance(database: DatabaseSync, keepVerdictsMs: number): Pick<Ledger, 'maintain'> {
  const steps = [
    { sql: 'DELETE FROM answers WHERE at_ms < ?', keepMs: keepAnswersMs },
    // First, so that what is left of them is what is still looked at.
    { sql: 'DELETE FROM runs WHERE seen_ms < ?', keepMs: keepVerdictsMs },
    // Requests for a run are of use while there is a verdict of it.
    { sql: `DELETE FROM confirmations WHERE ${isOfNoUse}`, keepMs: keepVerdictsMs },
    // All attempts of a run go together: a part of them would say something else.
    { sql: `DELETE FROM verdicts WHERE ${isOfNoUse}`, keepMs: keepVerdictsMs },
    { sql: 'DELETE FROM observations WHERE at_ms < ?', keepMs: keepVerdictsMs },
    { sql: 'DELETE FROM outcomes WHERE at_ms < ?', keepMs: keepLongestMs },
    { sql: 'DELETE FROM controls WHERE at_ms < ?', keepMs: keepLongestMs },
    { sql: 'DELETE FROM blind_spots WHERE at_ms < ?', keepMs: keepLongestMs },
    { sql: 'DELETE FROM subjects WHERE since_ms < ? AND due_ms IS NULL', keepMs: keepLongestMs },
  ].map(({ sql, keepMs }) => ({ statement: database.prepare(sql), keepMs }));
  return {
    maintain(nowMs) {
      transact(database, () => {
        for (const { statement, keepMs } of steps) statement.run(nowMs - keepMs);
      });
    },
  };
}

/** For the dashboard, which has no perigee.yml. */
function openBudgets(database: DatabaseSync): Pick<Ledger, 'keepBudget'> {
  // Every write makes the dashboard compute its answers again: what did not change is not written.
  const keep = database.prepare(
    `INSERT INTO budgets (repository, suite, budget) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET budget = excluded.budget WHERE budget IS NOT excluded.budget`,
  );
  return {
    keepBudget({ repositoryId, suite }, budget) {
      keep.run(repositoryId, suite, budget === undefined ? null : packJson(budget));
    },
  };
}

/** Repeated facts are written again after this long, so that maintenance knows of the look. */
const repeatAfterMs = 24 * 60 * 60_000;

/** The runs of each commit, as they were seen last: CIs forget them, and people delete them. */
function openRuns(database: DatabaseSync): Pick<Ledger, 'noteRun' | 'listSeen'> {
  const find = database.prepare(
    'SELECT seen, seen_ms FROM runs WHERE repository = ? AND commit_id = ? AND run = ?',
  );
  const note = database.prepare(
    `INSERT INTO runs (repository, commit_id, run, seen, seen_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET seen = excluded.seen, seen_ms = excluded.seen_ms`,
  );
  const list = database.prepare('SELECT seen FROM runs WHERE repository = ? AND commit_id = ?');
  return {
    noteRun(repositoryId, commit, seen, nowMs) {
      const text = JSON.stringify(seen);
      const id = [repositoryId, commit, seen.run.id] as const;
      const known = find.get(...id) as { seen: string; seen_ms: number } | undefined;
      if (known?.seen === text && nowMs - known.seen_ms < repeatAfterMs) return;
      note.run(...id, text, nowMs);
    },
    listSeen(repositoryId, commit) {
      const rows = list.all(repositoryId, commit) as { seen: string }[];
      const all = rows.map(({ seen }) => JSON.parse(seen) as SeenRun);
      return new Map(all.map((seen) => [seen.run.id, seen]));
    },
  };
}

/** Observations of one shard of one plan: a change is compared with the commit that it began at, or with the newest. */
const mostKept = 20;

/** Files that runs of the default branch saw setup and tests read. */
function openObservations(
  database: DatabaseSync,
): Pick<Ledger, 'keepObservation' | 'findObservation' | 'readObservedMs'> {
  const keep = database.prepare(
    `INSERT INTO observations (repository, suite, plan, shard, commit_id, observation, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET observation = excluded.observation, at_ms = excluded.at_ms`,
  );
  const drop = database.prepare(
    `DELETE FROM observations WHERE repository = ?1 AND suite = ?2 AND plan = ?3 AND shard = ?4
       AND commit_id NOT IN (SELECT commit_id FROM observations
         WHERE repository = ?1 AND suite = ?2 AND plan = ?3 AND shard = ?4
         ORDER BY at_ms DESC LIMIT ${mostKept})`,
  );
  const find = database.prepare(
    `SELECT observation FROM observations
     WHERE repository = ? AND suite = ? AND plan = ? AND shard = ?
     ORDER BY commit_id = ? DESC, at_ms DESC LIMIT 1 OFFSET ?`,
  );
  const readNewest = database.prepare(
    'SELECT max(at_ms) AS newest FROM observations WHERE repository = ? AND suite = ? AND plan = ?',
  );
  return {
    keepObservation({ planDigest, repositoryId, shard, suite }, observation, atMs) {
      const key = [repositoryId, suite, planDigest, shard] as const;
      keep.run(...key, observation.commit, packJson(observation), atMs);
      drop.run(...key);
    },
    findObservation({ planDigest, repositoryId, shard, suite }, commit, place) {
      const row = find.get(repositoryId, suite, planDigest, shard, commit, place) as
        | { observation: PackedJson }
        | undefined;
      return row && (unpackJson(row.observation) as ObservationRecord);
    },
    readObservedMs(repositoryId, suite, planDigest) {
      const row = readNewest.get(repositoryId, suite, planDigest) as { newest: number | null };
      return row.newest ?? undefined;
    },
  };
}

/** How long a statement waits for another process that writes. A write takes milliseconds. */
const busyTimeoutMs = 5_000;

/**
 * Opens the file and brings its tables to what this version knows. Any number of processes may have it open.
 * @throws UserError when it cannot be opened, is no such file, or a newer version has written it
 */
function openLedgerFile(file: string): DatabaseSync {
  try {
    return openDatabase(file, { steps: migrations, waitMs: busyTimeoutMs });
  } catch (cause) {
    if (cause instanceof NewerLayout) {
      throw new UserError({
        where: file,
        seen: 'the ledger of the bot was written by a newer version of Perigee',
        expected: cause.message,
        remedy: 'run the newer version again, or name another file with bot.ledger',
        cause,
      });
    }
    throw new UserError({
      where: file,
      seen: `the ledger of the bot cannot be opened: ${(cause as Error).message}`,
      expected: 'a file of its own that this process may read and write, on a local disk',
      cause,
    });
  }
}
