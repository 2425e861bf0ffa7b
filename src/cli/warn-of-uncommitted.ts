import { relative, sep } from 'node:path';
import { listUncommitted } from './ask-git.ts';
import { nameProgram } from './program-name.ts';
import { findRoot, findSuiteFile } from './workplace.ts';

/**
 * Names the changes that `perigee run` leaves out, so that its verdict is not mistaken for one on uncommitted work.
 * @param suiteFile absolute
 * @param program how the person calls Perigee
 * @returns undefined where everything is committed
 */
export function describeUncommitted(
  root: string,
  suiteFile: string,
  program: string,
): string | undefined {
  const files = listUncommitted(root, []);
  if (files.length === 0) return undefined;
  const count = files.length.toLocaleString('en-US');
  const [what, them] =
    files.length === 1 ? ['file is', 'measures it'] : ['files are', 'measures them'];
  const suite = relative(root, suiteFile).split(sep).join('/');
  const used = files.includes(suite) ? `; of ${suite} the uncommitted version is used` : '';
  return `${count} uncommitted ${what} not measured; \`${program} patch\` ${them}${used}`;
}

/** For commands that measure commits alone; on stderr. */
export function warnOfUncommitted(directory: string, config: string | undefined): void {
  const root = findRoot(directory);
  const warning = describeUncommitted(root, findSuiteFile(root, config), nameProgram(root));
  if (warning !== undefined) process.stderr.write(`${warning}\n`);
}
