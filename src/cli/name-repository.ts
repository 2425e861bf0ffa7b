import { basename } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import { readRemote } from '../pipeline/read-remote.ts';
import { git } from './ask-git.ts';

/**
 * `owner/name` of the user's repository, as `origin` has it: the last two parts of its address.
 * @param asked what the person said, which wins
 * @throws UserError when neither says it
 */
export function nameRepository(root: string, asked: string | undefined): string {
  const found = asked ?? findOrigin(root);
  if (found !== undefined && isRepository(found)) return found;
  throw new UserError({
    where: '--repository',
    seen:
      asked === undefined
        ? 'no remote `origin` here names it'
        : `${JSON.stringify(asked.slice(0, 200))} is no name of a repository`,
    expected: 'owner and name, for example acme/sync: the history is kept under it',
    remedy: 'say it with --repository owner/name',
  });
}

/** The option that a command needs where no `origin` names the repository, behind a space. */
export function askForRepository(root: string): string {
  const origin = findOrigin(root);
  return origin !== undefined && isRepository(origin) ? '' : ' --repository owner/name';
}

/** The repository of `origin`; undefined if it names none, and outside of a repository. */
export function findOrigin(directory: string): string | undefined {
  const { status, stdout } = git(directory, ['remote', 'get-url', 'origin']);
  return status === 0 ? readRemote(stdout.trim()) : undefined;
}

/** What runs of this machine are kept under, where nothing leaves it. */
export function nameLocally(root: string): string {
  return findOrigin(root) ?? `local/${basename(root)}`;
}

function isRepository(text: string): boolean {
  return /^[A-Za-z0-9._-]{1,100}\/[A-Za-z0-9._-]{1,100}$/.test(text);
}
