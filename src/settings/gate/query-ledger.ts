import type { DatabaseSync } from 'node:sqlite';
import type { GateEntry, JudgedBuild } from '../../contract/documents.ts';
import type { BudgetSettings, SuiteBudget } from '../../contract/suite.ts';
import { isJudged, isOfBranch } from '../../gate/record/entries.ts';
import { packJson, type PackedJson, unpackJson, unpackWithin } from '../pack-json.ts';

/** Builds whose tests are read: they are most of an entry, and only the newest say what vanished. */
const mostWithTests = 100;
/** Unpacked, of one entry or its tests. Each takes a fraction of that; what takes more was not kept by this version. */
const mostBytesOfOne = 512_000;
/** Unpacked, of one answer: some thousands of builds. In memory it is several times as much. */
const mostBytes = 16_000_000;

/** Queries of the bot's ledger for the record of a gate. */
export interface GateQueries {
  /** The newest that fit into 16 MB of JSON, oldest first; of older builds without their tests. */
  listEntries(repositoryId: number, sinceMs: number): GateEntry[];
  /** Accepts that were made since then and not taken back. */
  countAccepted(repositoryId: number, sinceMs: number): number;
  countBlindSpots(repositoryId: number, sinceMs: number): number;
  /** The outcome of one build; without its tests. Undefined if it was not judged. */
  findJudged(
    repositoryId: number,
    build: { suite: string; runId: string },
  ): JudgedBuild | undefined;
}

/**
 * As the bot last read them; undefined where it read none since it keeps them.
 * @param database a ledger that bot/src/ledger made
 */
export function openBudgetQuery(
  database: DatabaseSync,
): (repositoryId: number) => SuiteBudget[] | undefined {
  const list = database.prepare('SELECT suite, budget FROM budgets WHERE repository = ?');
  return (repositoryId) => {
    const rows = list.all(repositoryId) as { suite: string; budget: PackedJson | null }[];
    if (rows.length === 0) return undefined;
    return rows.flatMap(({ budget, suite }) =>
      budget === null ? [] : [{ suite, ...(unpackJson(budget) as BudgetSettings) }],
    );
  };
}

/** @param database a ledger that bot/src/ledger made */
export function openGateQueries(database: DatabaseSync): GateQueries {
  const entries = database.prepare(
    `SELECT entry, tests, at_ms
       FROM outcomes WHERE repository = ?1 AND at_ms >= ?2 AND entry IS NOT NULL
     UNION ALL
     SELECT entry, NULL, at_ms FROM controls WHERE repository = ?1 AND at_ms >= ?2
     ORDER BY at_ms DESC`,
  );
  const one = database.prepare(
    'SELECT entry FROM outcomes WHERE repository = ? AND suite = ? AND run = ?',
  );
  const accepts = database.prepare(
    `SELECT count(*) AS found FROM accepts
     WHERE repository = ? AND at_ms >= ? AND taken_back_ms IS NULL`,
  );
  const spots = database.prepare(
    `SELECT coalesce(sum(json_array_length(tests)), 0) AS found
     FROM blind_spots WHERE repository = ? AND at_ms >= ?`,
  );
  const count = (query: typeof spots, repositoryId: number, sinceMs: number): number =>
    (query.get(repositoryId, sinceMs) as { found: number }).found;
  return {
    listEntries(repositoryId, sinceMs) {
      return unpackNewest(entries.iterate(repositoryId, sinceMs) as Iterable<EntryRow>).reverse();
    },
    countAccepted: (repositoryId, sinceMs) => count(accepts, repositoryId, sinceMs),
    countBlindSpots: (repositoryId, sinceMs) => count(spots, repositoryId, sinceMs),
    findJudged(repositoryId, { runId, suite }) {
      const row = one.get(repositoryId, suite, runId) as Pick<EntryRow, 'entry'> | undefined;
      const entry = row?.entry && unpackWithin(row.entry, mostBytesOfOne)?.value;
      return (entry as GateEntry | undefined)?.judged;
    },
  };
}

type EntryRow = { entry: PackedJson; tests: PackedJson | null };

/** The columns `entry` and `tests` of an outcome. The tests of a pull request are never queried. */
export function packEntry(entry: GateEntry | undefined): [PackedJson | null, PackedJson | null] {
  if (entry === undefined) return [null, null];
  const { judged } = entry;
  if (judged === undefined) return [packJson(entry), null];
  const tests = isJudged(entry) && isOfBranch(entry) ? packJson(judged.tests) : null;
  return [packJson({ ...entry, judged: { ...judged, tests: [] } }), tests];
}

/** @param rows the newest first */
function unpackNewest(rows: Iterable<EntryRow>): GateEntry[] {
  const found: GateEntry[] = [];
  let left = mostBytes;
  let withTests = 0;
  const unpack = (packed: PackedJson): unknown => {
    const one = unpackWithin(packed, Math.min(left, mostBytesOfOne));
    left -= one?.bytes ?? 0;
    return one?.value;
  };
  for (const { entry: packed, tests } of rows) {
    const entry = unpack(packed) as GateEntry | undefined;
    if (entry === undefined && left < mostBytesOfOne) break;
    if (entry === undefined) continue;
    if (tests !== null && entry.judged !== undefined && withTests < mostWithTests) {
      withTests += 1;
      const own = (unpack(tests) ?? []) as JudgedBuild['tests'];
      found.push({ ...entry, judged: { ...entry.judged, tests: own } });
    } else found.push(entry);
  }
  return found;
}
