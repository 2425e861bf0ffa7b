import { join, relative } from 'node:path';
import { quoteWord } from './program-name.ts';
import { runFiles, runsFolder } from './run-folder.ts';

export interface EndedRun {
  id: string;
  /** Of the repository. */
  root: string;
  /** Where the person stands. */
  directory: string;
  /** How the person calls Perigee. */
  program: string;
  /** The command that goes on with it, when it was interrupted. */
  goOn?: string;
  /** The command that finds the commit, when the run is red for several of them. */
  search?: { command: string; commits: number };
}

/** Where everything of a run is, and the commands for it; each can be pasted where the person stands. */
export function writeClosingLines({
  id,
  root,
  directory,
  program,
  goOn,
  search,
}: EndedRun): string {
  const fromHere = relative(root, directory);
  const isInside = !/^\.\.(\/|$)/.test(fromHere);
  const enter = isInside ? '' : `cd ${quoteWord(root)} && `;
  const folder = join(runsFolder(root), id);
  const logs = join(folder, 'logs');
  return [
    `Page:  ${quoteWord(join(folder, runFiles.page))}`,
    `Again: ${enter}${program} report ${id}`,
    ...(goOn === undefined ? [] : [`Go on: ${enter}${goOn}`]),
    ...(search === undefined
      ? []
      : [`Since: ${enter}${search.command}   # which of these ${search.commits} commits`]),
    `Logs:  ${quoteWord(isInside ? relative(directory, logs) : logs)}`,
    '',
  ].join('\n');
}
