import { isCommitId } from '../../contract/commit.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readGit, type Repository } from './repository.ts';

/** Whether commits of this clone lack their parents, as after a checkout with a limited depth. */
export async function isShallow(repository: Repository): Promise<boolean> {
  const answer = await repository.git(['rev-parse', '--is-shallow-repository']);
  return answer.stdout.trim() === 'true';
}

/** The commits whose parents are left out of this clone; none in a full one. */
export async function listCutCommits(repository: Repository): Promise<Set<string>> {
  const file = await readGit(repository, ['rev-parse', '--git-path', 'shallow']);
  const text = await readFile(resolve(repository.root, file), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter(isCommitId));
}

/** Whether a commit is here. A partial clone is not to fetch it only because it was asked. */
export async function hasCommit(repository: Repository, commit: string): Promise<boolean> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
  const found = await repository.git(args, { GIT_NO_LAZY_FETCH: '1' });
  return found.exitCode === 0;
}

/**
 * The parents of a commit as it was made, first parent first: also those that a shallow clone leaves out.
 * @throws UserError when the commit is not here
 */
export async function readParents(repository: Repository, commit: string): Promise<string[]> {
  const text = await readGit(repository, ['cat-file', 'commit', commit]);
  const header = text.slice(0, text.indexOf('\n\n') + 1 || undefined).split('\n');
  return header
    .filter((line) => line.startsWith('parent '))
    .map((line) => line.slice('parent '.length))
    .filter(isCommitId);
}
