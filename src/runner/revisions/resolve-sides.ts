import type { Revision } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { findBaseline } from './find-baseline.ts';
import { findCommit, resolveCommit } from './find-commit.ts';
import type { Repository } from './repository.ts';
import { snapshotWorkingTree } from './snapshot-working-tree.ts';

/** What to compare, as a person asks for it. */
export interface SidesRequest {
  before: { kind: 'where-it-branched' } | { kind: 'revision'; name: string };
  after: { kind: 'revision'; name: string } | { kind: 'working-tree' };
}

export interface Sides {
  before: Revision;
  after: Revision;
  /** The branch the change is on, where it has one. */
  branch?: string;
}

/**
 * Turns what was asked for into two commits.
 * @param scratch a directory inside the repository that git ignores
 * @throws UserError: no commits, an unknown revision, no baseline to be found
 */
export async function resolveSides(
  repository: Repository,
  request: SidesRequest,
  scratch: string,
): Promise<Sides> {
  const { after: wanted } = request;
  const tip = await resolveTip(repository, wanted);
  const after =
    wanted.kind === 'revision'
      ? { commit: tip, label: cut(wanted.name) }
      : await resolveWorkingTree(repository, scratch, tip);
  const before =
    request.before.kind === 'revision'
      ? {
          commit: await resolveCommit(repository, request.before.name),
          label: cut(request.before.name),
        }
      : await findBaseline(repository, tip, wanted.kind === 'working-tree');
  const branch = await findBranch(repository, wanted);
  return { before, after, ...(branch === undefined ? {} : { branch: cut(branch) }) };
}

async function resolveTip(repository: Repository, wanted: SidesRequest['after']): Promise<string> {
  const head = await findCommit(repository, 'HEAD');
  if (head === undefined) {
    throw new UserError({
      where: repository.root,
      seen: 'this repository has no commit yet',
      expected: 'at least one commit to compare with',
      remedy: 'commit the code as it is, then change it',
    });
  }
  return wanted.kind === 'working-tree' ? head : resolveCommit(repository, wanted.name);
}

async function resolveWorkingTree(
  repository: Repository,
  scratch: string,
  head: string,
): Promise<Revision> {
  const commit = await snapshotWorkingTree(repository, scratch, head);
  return commit === head
    ? { commit, label: 'working tree (nothing uncommitted)' }
    : { commit, label: 'working tree', dirty: true };
}

async function findBranch(
  repository: Repository,
  wanted: SidesRequest['after'],
): Promise<string | undefined> {
  if (wanted.kind === 'revision' && wanted.name !== 'HEAD') {
    const reference = `refs/heads/${wanted.name}`;
    const known = await repository.git(['show-ref', '--verify', '--quiet', '--', reference]);
    return known.exitCode === 0 ? wanted.name : undefined;
  }
  const current = await repository.git(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return current.exitCode === 0 ? current.stdout.trim() : undefined;
}

function cut(label: string): string {
  return label.slice(0, 300);
}
