import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import type { BuildPoints } from '../../series/series-point.ts';
import { openSqliteStore } from '../../series/sqlite/open-sqlite-store.ts';
import { foldBuild } from '../../steps/fold-build.ts';
import { listRuns, runFiles, runsFolder } from '../run-folder.ts';

/**
 * Writes every finished run of this machine into a new store, as a build each.
 * @param leaveOut called with what cannot be read, and why
 * @returns how many runs there are
 */
export async function gatherRuns(
  { file, repository, root }: { file: string; repository: string; root: string },
  leaveOut: (what: string) => void,
): Promise<number> {
  const builds: BuildPoints[] = [];
  for (const id of listRuns(root)) {
    const path = join(runsFolder(root), id, runFiles.record);
    if (!existsSync(path)) continue;
    try {
      const record = parseDocument('run-record', readFileSync(path, 'utf8'), path);
      const key = { repository, suite: record.suite, runId: id };
      builds.push(foldBuild([record], { key }).points);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      leaveOut(`run ${id}: ${error.facts.seen}`);
    }
  }
  const store = openSqliteStore({ file });
  try {
    await store.write(builds, new AbortController().signal);
  } finally {
    await store.close();
  }
  return builds.length;
}
