import { statSync } from 'node:fs';
import { UserError } from '../contract/user-error.ts';

/**
 * A file that is deleted while it is open goes on to be read and written, and all that is in it is lost at the end.
 * @param file open, and where it should be
 * @returns finds the fault where the file of that name is another by now
 */
export function watchPlace(file: string): () => UserError | undefined {
  const { dev, ino } = statSync(file);
  return () => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino === ino && found.dev === dev) return undefined;
    return new UserError({
      where: file,
      seen: `the file was ${found === undefined ? 'deleted' : 'replaced'} while it was in use`,
      expected: 'the file that was opened',
      remedy: 'start again, so that the file of this name is used from now on',
    });
  };
}
