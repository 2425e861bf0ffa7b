import { existsSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { JudgedBuild } from '../../contract/documents.ts';
import type { SuiteBudget } from '../../contract/suite.ts';
import type { GateAnswer } from '../../contract/gate-record.ts';
import { UserError } from '../../contract/user-error.ts';
import { alarmDays, answerGate } from '../../gate/record/answer-gate.ts';
import { openSqlite } from '../../sqlite/open-database.ts';
import { openBudgetQuery, openGateQueries } from './query-ledger.ts';

const dayMs = 24 * 3_600_000;

export interface GateReader {
  /** `owner/name`, as they are called now; sorted. */
  listRepositories(): string[];
  /** The outcomes of builds of a repository, by suite and run. */
  judgedOf(
    repository: string,
  ): (this: void, build: { suite: string; runId: string }) => JudgedBuild | undefined;
  /** As perigee.yml of the default branch sets them; undefined where the bot has not read it. */
  listBudgets(repository: string): SuiteBudget[] | undefined;
  /** Differs after the bot wrote. */
  readVersion(): string;
  /** The record of the gate, and its alarms. Undefined for a repository that the bot never looked at. */
  answer(repository: string, when: { nowMs: number; days: number }): GateAnswer | undefined;
  close(): void;
}

/**
 * The record of the gates of a service, from the ledger of its bot. The bot may go on writing it.
 * @throws UserError when there is no ledger, or this is none
 */
export function openGateReader(file: string): GateReader {
  if (!existsSync(file)) {
    throw new UserError({
      where: file,
      seen: 'there is no ledger of a bot',
      expected: 'the file bot.sqlite in the data folder of a service that runs the bot',
      remedy: 'run this where the service runs',
    });
  }
  let database: DatabaseSync | undefined;
  try {
    database = openSqlite(file, { readOnly: true, timeout: 5_000 });
    return readLedger(database);
  } catch (cause) {
    database?.close();
    throw new UserError({
      where: file,
      seen: `this is no ledger of the bot of this version: ${(cause as Error).message}`,
      expected: 'a ledger that this version of the service has opened at least once',
      remedy: 'start the service of this version, then try again',
      cause,
    });
  }
}

function readLedger(database: DatabaseSync): GateReader {
  const queries = openGateQueries(database);
  // A repository that was renamed keeps its number: its newest name counts.
  const repositories = database.prepare(
    `SELECT json_extract(subject, '$.repository.id') AS id,
       json_extract(subject, '$.repository.owner') || '/' || json_extract(subject, '$.repository.name') AS name,
       max(coalesce(since_ms, 0)) AS newest
     FROM subjects GROUP BY id ORDER BY name`,
  );
  const listNamed = () => repositories.all() as { id: number; name: string }[];
  const listBudgets = openBudgetQuery(database);
  const version = database.prepare('PRAGMA data_version');
  const findId = (repository: string): number | undefined => {
    const wanted = repository.toLowerCase();
    return listNamed().find(({ name }) => name.toLowerCase() === wanted)?.id;
  };
  return {
    judgedOf: (repository) => {
      const id = findId(repository);
      return (build) => (id === undefined ? undefined : queries.findJudged(id, build));
    },
    listBudgets: (repository) => {
      const id = findId(repository);
      return id === undefined ? undefined : listBudgets(id);
    },
    readVersion: () => String((version.get() as { data_version: number }).data_version),
    listRepositories: () => listNamed().map(({ name }) => name),
    answer(repository, { days, nowMs }) {
      const id = findId(repository);
      if (id === undefined) return undefined;
      const sinceMs = nowMs - days * dayMs;
      return answerGate(queries.listEntries(id, nowMs - Math.max(days, alarmDays) * dayMs), {
        ...{ days, nowMs, accepted: queries.countAccepted(id, sinceMs) },
        blindSpots: queries.countBlindSpots(id, sinceMs),
      });
    },
    close: () => database.close(),
  };
}
