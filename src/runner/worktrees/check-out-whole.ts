import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listSome } from '../../contract/count-things.ts';
import { shortenCommit } from '../../contract/commit.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { readGit, type Repository } from '../revisions/repository.ts';
import { listStandIns } from './list-stand-ins.ts';

/**
 * Checks a commit out, detached, with every file that it tracks: also where the user's checkout is sparse. Files of
 * Git LFS whose content is on this machine get it.
 * @throws UserError when a file could not be checked out
 */
export async function checkOutWhole(
  repository: Repository,
  path: string,
  commit: string,
): Promise<void> {
  const add = ['worktree', 'add', '--detach', '--force', '--quiet', '--', path, commit];
  const added = await repository.git(add);
  if (added.exitCode !== 0) throw explain(repository, commit, added.stderr);
  await forgetSparsePatterns(path);
  await fillFromLfs(repository, path);
  const missing = await listNames(repository, path, ['--deleted']);
  if (missing.length === 0) return;
  throw explain(repository, commit, `not there: ${listSome(missing, 5)}`);
}

/** Perigee's own git ignores them, and setup may call git as well. */
async function forgetSparsePatterns(path: string): Promise<void> {
  const pointer = (await readFile(join(path, '.git'), 'utf8')).trim().replace(/^gitdir: /, '');
  await rm(resolve(path, pointer, 'info/sparse-checkout'), { force: true });
}

/** A job often tells git to skip them (GIT_LFS_SKIP_SMUDGE), or never installed the filter. This fetches nothing. */
async function fillFromLfs(repository: Repository, path: string): Promise<void> {
  const standIns = await listStandIns(repository, path);
  if (standIns.some(({ kind }) => kind === 'lfs')) {
    await repository.git(['-C', path, 'lfs', 'checkout']);
  }
}

async function listNames(
  repository: Repository,
  path: string,
  options: readonly string[],
): Promise<string[]> {
  const listing = await readGit(repository, ['-C', path, 'ls-files', '-z', ...options]);
  return listing.split('\0').filter((name) => name !== '');
}

function explain({ root }: Repository, commit: string, said: string): UserError {
  const isIncomplete = /promisor|unable to read|missing blob|not there:/.test(said);
  return new UserError({
    where: root,
    seen: `commit ${shortenCommit(commit)} could not be checked out: ${said}`,
    expected: 'every file that the commit tracks',
    remedy: isIncomplete
      ? 'check out with all objects (without a filter such as blob:none), or let the checkout keep its credentials so that git can fetch them'
      : 'fix what git reports, then run perigee again',
    exitCode: exitCode.couldNotMeasure,
  });
}
