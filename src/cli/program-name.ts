/** How the person at this terminal calls Perigee, for commands that can be pasted. */
import { realpathSync } from 'node:fs';
import { basename, delimiter, join, sep } from 'node:path';
import { attempt } from '../contract/attempt.ts';
import { home } from './home.ts';

/**
 * `perigee` where that is a program of the PATH, `npx perigee` where it is installed in the repository, else
 * the file of the program. `npx` puts its own folder on the PATH, which a shell does not have.
 * @param root of the user's repository
 * @param program Perigee's own file
 */
export function nameProgram(
  root: string,
  path = process.env['PATH'] ?? '',
  program = join(home, 'bin', 'perigee.mjs'),
): string {
  const isOurs = (file: string): boolean => realPath(file) === realPath(program);
  const folders = path.split(delimiter).filter((folder) => basename(folder) !== '.bin');
  if (folders.some((folder) => folder !== '' && isOurs(join(folder, 'perigee')))) return 'perigee';
  const isInstalled =
    program.split(sep).includes('node_modules') ||
    isOurs(join(root, 'node_modules', '.bin', 'perigee'));
  return isInstalled ? 'npx perigee' : `node ${quoteWord(program)}`;
}

/** One word for a POSIX shell, whatever is in it. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function realPath(file: string): string | undefined {
  return attempt(() => realpathSync(file));
}
