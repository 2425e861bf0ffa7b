/** Where runs are kept: `.perigee/runs/<id>/` at the root of the repository. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../contract/user-error.ts';

export const runFiles = {
  record: 'run-record.json',
  verdict: 'verdict.json',
  page: 'report.html',
} as const;

export function runsFolder(root: string): string {
  return join(root, '.perigee', 'runs');
}

/** The ids of all runs, the newest first: ids begin with the time of the run. */
export function listRuns(root: string): string[] {
  const folder = runsFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .reverse();
}

/**
 * The folder of a run, by id or path; the newest that holds `file` when none is named.
 * @throws UserError when there is none, naming those that exist
 */
export function findRun(root: string, named: string | undefined, file: string): string {
  if (named === undefined) {
    const newest = listRuns(root).find((id) => existsSync(join(runsFolder(root), id, file)));
    if (newest !== undefined) return join(runsFolder(root), newest);
    throw new UserError({
      seen: `no run with a ${file} in ${runsFolder(root)}`,
      expected: 'at least one run that has ended',
      remedy: 'measure first: `perigee patch` or `perigee run`',
    });
  }
  const candidates = [join(runsFolder(root), named), resolve(named)];
  const found = candidates.find((folder) => existsSync(join(folder, file)));
  if (found !== undefined) return found;
  const known = listRuns(root).slice(0, 5).join(', ');
  throw new UserError({
    seen: `no run "${named}" with a ${file}`,
    expected: known === '' ? 'a run; there is none yet' : `one of the runs here, e.g. ${known}`,
    remedy: 'leave the name out for the newest run',
  });
}
