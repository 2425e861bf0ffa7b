import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import type { BaseSuite } from '../pipeline/judge-records.ts';
import { readFileAt } from '../runner/revisions/read-file-at.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import { parseSuite } from '../suite/parse-suite.ts';
import type { Workplace } from './workplace.ts';

/**
 * The perigee.yml of this workplace as a commit has it.
 * @returns undefined if that is unknown: the file is not of this repository, the commit is not here, or
 *   what it has is not valid
 */
export async function readBase(
  { root, suite }: Pick<Workplace, 'root' | 'suite'>,
  commit: string,
): Promise<BaseSuite | undefined> {
  const path = relative(realpathSync(root), realpathSync(suite.file)).split(sep).join('/');
  if (path.startsWith('../')) return undefined;
  try {
    const repository = await openRepository(root, process.env);
    const text = await readFileAt(repository, commit, path);
    return text === undefined ? 'none' : parseSuite(text, path);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}
