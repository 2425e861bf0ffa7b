import { copyFile, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Problem } from '../../contract/documents.ts';
import { describeLeftOut, listNestedRepositories } from './list-left-out.ts';
import { readGit, type Repository } from './repository.ts';
import { stageOverlooked } from './stage-overlooked.ts';

export interface Snapshot {
  commit: string;
  /** What is uncommitted and not in it. */
  problems: Problem[];
}

/**
 * The working tree as a commit: changed, deleted and untracked files, also those that git is told to overlook, modes
 * and symbolic links; not what git ignores. The user's index, stash and branches stay as they are: a copy of the index
 * takes the additions. Equal trees on equal heads give equal ids, so that a resumed run can compare.
 *
 * @param scratch a directory that git ignores
 * @param head the commit it stands on, which is returned when nothing differs from it
 * @throws UserError when git cannot read a file
 */
export async function snapshotWorkingTree(
  repository: Repository,
  scratch: string,
  head: string,
): Promise<Snapshot> {
  const folder = await mkdtemp(join(scratch, 'snapshot-'));
  try {
    const index = join(folder, 'index');
    await copyIndex(repository, index);
    const environment = { GIT_INDEX_FILE: index };
    const nested = await listNestedRepositories(repository, environment);
    await stageOverlooked(repository, environment);
    // One without a commit cannot be added, and any other would become an empty folder.
    const without = nested.map((path) => `:(top,exclude,literal)${path}`);
    const paths = without.length === 0 ? [] : ['--', ':(top)', ...without];
    await readGit(repository, ['add', '--all', ...paths], environment);
    const problems = await describeLeftOut(repository, environment, nested);
    const tree = await readGit(repository, ['write-tree'], environment);
    const isHead = tree === (await readGit(repository, ['rev-parse', `${head}^{tree}`]));
    return { commit: isHead ? head : await commitTree(repository, tree, head), problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The copy spares git from hashing files that did not change. */
async function copyIndex(repository: Repository, to: string): Promise<void> {
  const from = resolve(
    repository.root,
    await readGit(repository, ['rev-parse', '--git-path', 'index']),
  );
  const facts = await stat(from).catch(() => undefined);
  if (facts === undefined) return;
  await copyFile(from, to);
  // Git trusts an entry that is older than the index. The copy must not look younger than the original,
  // or a file changed in the same instant would pass for unchanged.
  await utimes(to, facts.atime, new Date(Math.floor(facts.mtimeMs) - 1));
}

async function commitTree(repository: Repository, tree: string, head: string): Promise<string> {
  const date = await readGit(repository, ['show', '--no-patch', '--format=%ct +0000', head]);
  const who = { NAME: 'Perigee', EMAIL: 'perigee@localhost', DATE: date };
  const environment: Record<string, string> = {};
  for (const [key, value] of Object.entries(who)) {
    environment[`GIT_AUTHOR_${key}`] = value;
    environment[`GIT_COMMITTER_${key}`] = value;
  }
  const message = 'Snapshot of the working tree';
  return readGit(
    repository,
    ['commit-tree', '--no-gpg-sign', '-p', head, '-m', message, tree],
    environment,
  );
}
