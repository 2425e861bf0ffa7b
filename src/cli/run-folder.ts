/** The folder of runs: `.perigee/runs/<id>/` at the root of the repository. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { attempt } from '../contract/attempt.ts';
import type { Verdict } from '../contract/documents.ts';
import { parseDocument } from '../contract/validate.ts';
import { UserError } from '../contract/user-error.ts';
import { refuseLinks, stateFolder } from '../runner/worktrees/state-directory.ts';
import { nameProgram } from './program-name.ts';

export const runFiles = {
  /** The plan of the run: it is there from the start. */
  state: 'run.json',
  record: 'run-record.json',
  verdict: 'verdict.json',
  page: 'report.html',
} as const;

/** @throws UserError when it is behind a link */
export function runsFolder(root: string): string {
  const folder = join(root, stateFolder, 'runs');
  refuseLinks(root, folder);
  return folder;
}

/**
 * The ids of all runs, the newest first: ids begin with the time of the run. What a control or a trial leaves is
 * none: only logs, which no command can judge or finish.
 */
export function listRuns(root: string): string[] {
  const folder = runsFolder(root);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .filter((id) => Object.values(runFiles).some((file) => existsSync(join(folder, id, file))))
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
      expected: 'at least one finished run',
      remedy:
        listRuns(root)
          .map((id) => goOn(root, id))
          .find(Boolean) ?? measureFirst,
    });
  }
  const candidates = [join(runsFolder(root), named), resolve(named)];
  const found = candidates.find((folder) => existsSync(join(folder, file)));
  if (found !== undefined) return found;
  const unfinished = goOn(root, basename(resolve(named)));
  if (unfinished !== undefined) {
    throw new UserError({
      seen: `run "${named}" has no ${file}: it did not finish`,
      expected: 'a finished run',
      remedy: unfinished,
    });
  }
  const known = listRuns(root).slice(0, 5).join(', ');
  throw new UserError({
    seen: `no run "${named}" with a ${file}`,
    expected: known === '' ? 'a run; there is none yet' : `one of the runs here, e.g. ${known}`,
    remedy: 'leave the name out for the newest run',
  });
}

/**
 * The verdict of the newest finished run of a suite on a branch, if that is red or undecided against the same base.
 * @param until the id of a run: only older ones count
 */
export function readOpenRun(
  root: string,
  {
    base,
    branch,
    suite,
    until,
  }: { suite: string; branch?: string | undefined; base: string; until?: string },
): Verdict | undefined {
  for (const id of listRuns(root)) {
    const file = join(runsFolder(root), id, runFiles.verdict);
    if ((until !== undefined && id >= until) || !existsSync(file)) continue;
    // A file of another version, or one that was cut off, says nothing.
    const verdict = attempt(() => parseDocument('verdict', readFileSync(file, 'utf8'), file));
    if (verdict?.build.suite !== suite || verdict.build.branch !== branch) continue;
    const isOpen = ['regressed', 'undecided'].includes(verdict.conclusion);
    return isOpen && verdict.build.before.commit === base ? verdict : undefined;
  }
  return undefined;
}

const measureFirst = 'measure first: `perigee patch` or `perigee run`';

/** How to bring a run to its end; undefined when it never got as far as to be resumed. */
function goOn(root: string, id: string): string | undefined {
  if (!existsSync(join(runsFolder(root), id, runFiles.state))) return undefined;
  return `finish it: ${nameProgram(root)} run --resume ${id}`;
}
