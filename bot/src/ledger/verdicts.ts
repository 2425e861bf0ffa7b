import type { DatabaseSync } from 'node:sqlite';
import type { Verdict } from '../../../src/contract/documents.ts';
import { type PackedJson, packJson, unpackJson } from '../../../src/settings/pack-json.ts';
import type { AttemptVerdict, JudgedArtifact, Ledger, RunKey } from './ledger.ts';

type VerdictRow = {
  attempt: number;
  shards: string;
  basis: string | null;
  evidence: string | null;
  verdict: PackedJson;
};

/** The verdict of the newest attempt of a run: when it was kept, and its inputs. */
export interface NewestVerdict {
  id: number;
  attempt: number;
  atMs: number;
  basis?: string;
}

/** Verdicts as they are stored, to be unpacked elsewhere. */
export interface KeptVerdicts {
  findNewest(key: RunKey): NewestVerdict | undefined;
  readPacked(newest: NewestVerdict): PackedJson | undefined;
}

export function openVerdicts(
  database: DatabaseSync,
): Pick<Ledger, 'keepVerdict' | 'readVerdicts' | 'listRuns'> & KeptVerdicts {
  // Kept again as it was, it keeps its time: that is when people can have seen it first.
  const keep = database.prepare(
    `INSERT INTO verdicts (repository, suite, run, attempt, base, commit_id, shards, basis, evidence,
       verdict, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET
       commit_id = excluded.commit_id, shards = excluded.shards, basis = excluded.basis,
       evidence = excluded.evidence, verdict = excluded.verdict, at_ms = CASE
         WHEN commit_id = excluded.commit_id AND shards = excluded.shards
           AND verdict = excluded.verdict THEN at_ms
         ELSE excluded.at_ms END`,
  );
  const read = database.prepare(
    `SELECT attempt, shards, basis, evidence, verdict FROM verdicts
     WHERE repository = ? AND suite = ? AND run = ? AND at_ms <= ? ORDER BY attempt, at_ms`,
  );
  const list = database.prepare(
    `SELECT suite, run FROM verdicts WHERE repository = ? AND commit_id = ?
     GROUP BY suite, run ORDER BY ${runNumber} DESC, max(at_ms) DESC`,
  );
  const newest = database.prepare(
    `SELECT rowid AS id, attempt, at_ms, basis FROM verdicts
     WHERE repository = ? AND suite = ? AND run = ? ORDER BY attempt DESC, at_ms DESC LIMIT 1`,
  );
  const find = database.prepare('SELECT verdict FROM verdicts WHERE rowid = ?');
  return {
    findNewest({ repositoryId, suite, runId }) {
      const row = newest.get(repositoryId, suite, runId) as
        | { id: number; attempt: number; at_ms: number; basis: string | null }
        | undefined;
      if (row === undefined) return undefined;
      const { at_ms: atMs, basis, ...rest } = row;
      return { ...rest, atMs, ...(basis === null ? {} : { basis }) };
    },
    readPacked({ id }) {
      return (find.get(id) as { verdict: PackedJson } | undefined)?.verdict;
    },
    keepVerdict({ repositoryId, suite, runId }, commit, kept, atMs) {
      const { attempt, basis, evidence, packed = packJson(kept.verdict), shards } = kept;
      keep.run(
        repositoryId,
        suite,
        runId,
        attempt,
        // A basis begins with its base.
        basis?.includes('.') === true ? basis.slice(0, basis.indexOf('.')) : '',
        commit,
        JSON.stringify(shards),
        basis ?? null,
        evidence === undefined ? null : JSON.stringify(evidence),
        packed,
        atMs,
      );
    },
    readVerdicts({ repositoryId, suite, runId }, { keptUntilMs = Number.MAX_SAFE_INTEGER } = {}) {
      return read
        .all(repositoryId, suite, runId, keptUntilMs)
        .map((row) => readVerdict(row as VerdictRow));
    },
    listRuns(repositoryId, commit) {
      const rows = list.all(repositoryId, commit) as { suite: string; run: number | string }[];
      return rows.map(({ suite, run }) => ({ repositoryId, suite, runId: String(run) }));
    },
  };
}

function readVerdict(row: VerdictRow): AttemptVerdict {
  return {
    attempt: row.attempt,
    shards: JSON.parse(row.shards) as number[],
    verdict: unpackJson(row.verdict) as Verdict,
    ...(row.basis === null ? {} : { basis: row.basis }),
    ...(row.evidence === null ? {} : { evidence: JSON.parse(row.evidence) as JudgedArtifact[] }),
  };
}
/**
 * SQL of the number that grows from run to run: the id of a run of GitHub is one, that of a build of Buildkite
 * (`organisation/pipeline/number`) ends with one. As text, 9 would come after 10.
 */
export const runNumber = `CAST(replace(run, rtrim(run, '0123456789'), '') AS INTEGER)`;
