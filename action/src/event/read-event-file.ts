import { readFile, stat } from 'node:fs/promises';
import { UserError } from '../../../src/contract/user-error.ts';

/** GitHub sends no larger one. */
const mostBytes = 25 * 2 ** 20;

/** @throws UserError when there is no such file or it is not JSON */
export async function readEventFile(file: string): Promise<unknown> {
  const refuse = (seen: string, cause?: unknown): UserError =>
    new UserError({
      where: file,
      seen,
      expected: 'the event that started this job, as JSON',
      remedy: 'let GitHub, or a runner like it, start this job',
      cause,
    });
  try {
    if ((await stat(file)).size > mostBytes) throw refuse('the file is larger than 25 MiB');
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw refuse(error instanceof SyntaxError ? 'this is not JSON' : 'it cannot be read', error);
  }
}
