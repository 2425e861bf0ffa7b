/** How the person at this terminal calls Perigee, for commands that can be pasted. */
import { realpathSync } from 'node:fs';
import { basename, delimiter, join, relative, sep } from 'node:path';
import { attempt } from '../contract/attempt.ts';
import { home } from './home.ts';
import { isInside } from './workplace.ts';

/** Where npx keeps what no folder has installed. */
const keptByNpx = `${sep}_npx${sep}`;

/**
 * `perigee` where that is a program of the PATH, `npx perigee` where it is installed in the repository or around it,
 * else its file: by a path from the repository if it is called there and npm has linked it, otherwise by its whole path.
 * `npx` puts its own folder on the PATH, which a shell does not have.
 * @param root of the user's repository
 * @param program Perigee's own file
 * @param called the folder that the command is called in
 */
export function nameProgram(
  root: string,
  path = process.env['PATH'] ?? '',
  program = join(home, 'bin', 'perigee.mjs'),
  called = process.cwd(),
): string {
  const isOurs = (file: string): boolean => realPath(file) === realPath(program);
  const folders = path.split(delimiter).filter((folder) => basename(folder) !== '.bin');
  // npm writes a file on Windows where it makes a link elsewhere, beside the folder of its packages.
  const places = ['perigee', join('node_modules', 'perigee', 'bin', 'perigee.mjs')];
  const isNamed = (folder: string): boolean => places.some((one) => isOurs(join(folder, one)));
  if (folders.some((folder) => folder !== '' && isNamed(folder))) return 'perigee';
  const [packages = ''] = program.split(`${sep}node_modules${sep}`);
  const isAround = isInside(packages, root) || isInside(root, join(packages, 'node_modules'));
  const isInstalled =
    (packages !== program && (isAround || packages.includes(keptByNpx))) ||
    isOurs(join(root, 'node_modules', '.bin', 'perigee'));
  if (isInstalled) return 'npx perigee';
  const linked = join(packages, 'node_modules', '.bin', 'perigee');
  const isNear = packages !== program && isOurs(linked) && realPath(called) === realPath(root);
  return isNear ? quoteWord(relative(root, linked)) : `node ${quoteWord(program)}`;
}

/** One word for a POSIX shell, whatever is in it; a path of Windows is one for PowerShell too. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function realPath(file: string): string | undefined {
  return attempt(() => realpathSync(file));
}
