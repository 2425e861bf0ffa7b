import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { readRecords } from '../../runner/journal/read-records.ts';
import { readRunState } from '../../runner/journal/run-state.ts';
import { digestFile } from '../../runner/run-suite.ts';
import { listRuns, runFiles, runsFolder } from '../run-folder.ts';
import type { Workplace } from '../workplace.ts';

/** Older ones are looked at no more. */
const runsAtMost = 500;

/**
 * Finished runs that compared two commits of a path here with the perigee.yml of today: a search that was stopped goes
 * on with them, and one that follows another series begins with them.
 * @param path full object ids
 */
export async function readEarlier(
  { root, suite }: Workplace,
  path: ReadonlySet<string>,
): Promise<RunRecord[]> {
  const digest = await digestFile(suite.file);
  const found: RunRecord[] = [];
  for (const id of listRuns(root).slice(0, runsAtMost)) {
    const folder = join(runsFolder(root), id);
    if (!existsSync(join(folder, runFiles.record))) continue;
    try {
      const { record, suiteSha256 } = await readRunState(folder);
      const { before, after, shard } = record;
      const isOnPath = path.has(before.commit) && path.has(after.commit);
      if (!isOnPath || before.commit === after.commit) continue;
      if (suiteSha256 !== digest || shard.total > 1) continue;
      found.push(...(await readRecords([folder])).filter(({ status }) => status === 'complete'));
    } catch (error) {
      // Of another version, or damaged: it is measured again.
      if (!(error instanceof UserError)) throw error;
    }
  }
  return found.reverse();
}
