import { shortenCommit } from '../../contract/commit.ts';
import type { Revision } from '../../contract/documents.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import type { Remote, WantedCommit } from './fetch.ts';
import { isShallow } from './history.ts';
import { isOneTree } from './is-one-tree.ts';
import { listDifferences } from './list-differences.ts';
import { findMergeBase } from './merge-base.ts';
import { branchReference } from './reference-name.ts';
import { readGit, type Repository } from './repository.ts';

/** Clocks of committers differ. */
const skewSeconds = 24 * 3600;

/**
 * A base that holds the change already has it compared with itself, and every such run is green.
 * @param name what a person called the base; absent where Perigee or the merge queue chose it
 * @throws UserError when the base is the head, comes after it, or holds what it changed
 */
export async function refuseContained(
  remote: Remote,
  head: WantedCommit,
  base: Revision,
  name?: string,
): Promise<void> {
  if (base.commit === head.commit) throw refuse(remote, base, 'is the commit to measure itself');
  if (name === undefined || (await isFarOlder(remote.repository, base.commit, head.commit))) return;
  const reference = branchReference(name);
  const wanted = { commit: base.commit, reference };
  const common = await findCommon(remote, head, wanted);
  if (common === base.commit) return;
  const sides = { before: base, after: head };
  if (common === head.commit) throw refuse(remote, base, 'contains the change already');
  if (await isOneTree(remote.repository, sides))
    throw refuse(remote, base, 'holds the same files as the change');
  if (common !== undefined && (await holdsChange(remote.repository, common, sides)))
    throw refuse(remote, base, 'has every file that the change touches as the change has it');
}

/** Then the change cannot be in it, and a shallow clone needs no history to say so. */
async function isFarOlder(repository: Repository, base: string, head: string): Promise<boolean> {
  if (!(await isShallow(repository))) return false;
  const read = async (commit: string): Promise<number> =>
    Number(await readGit(repository, ['log', '--max-count=1', '--format=%ct', commit]));
  return (await read(base)) < (await read(head)) - skewSeconds;
}

/** If the history is not available, the two are compared as they were named. */
async function findCommon(
  remote: Remote,
  head: WantedCommit,
  base: WantedCommit,
): Promise<string | undefined> {
  try {
    return await findMergeBase(remote, head, base);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    remote.say(`Perigee cannot tell if the base contains the change: ${error.facts.seen}`);
    return undefined;
  }
}

/** After a squash or a rebase the change is in the base, and none of its commits. */
async function holdsChange(
  repository: Repository,
  common: string,
  { before, after }: Record<'before' | 'after', { commit: string }>,
): Promise<boolean> {
  const changed = (await listDifferences(repository, common, after.commit)) ?? [];
  const between = await listDifferences(repository, before.commit, after.commit);
  if (changed.length === 0 || between === undefined) return false;
  const differing = new Set(between.map(({ path }) => path));
  return changed.every(({ path }) => !differing.has(path));
}

function refuse({ repository }: Remote, { commit, label }: Revision, what: string): UserError {
  return new UserError({
    where: repository.root,
    seen: `the base ${JSON.stringify(label)} (${shortenCommit(commit)}) ${what}`,
    expected: 'a commit from before the change: anything else compares the change with itself',
    remedy:
      'remove `base`, so that Perigee finds where the change began, or name a commit from before it',
    exitCode: exitCode.couldNotMeasure,
  });
}
