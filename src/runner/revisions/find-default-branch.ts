import type { Repository } from './repository.ts';

export interface DefaultBranch {
  /** Full, e.g. refs/remotes/origin/main. */
  reference: string;
  /** Short, e.g. origin/main. */
  name: string;
}

const usual = [
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/**
 * The branch that changes are merged into: what the remote says, else the usual names, else the only
 * branch there is.
 */
export async function findDefaultBranch(
  repository: Repository,
): Promise<DefaultBranch | undefined> {
  const remote = await repository.git(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  const candidates = remote.exitCode === 0 ? [remote.stdout.trim(), ...usual] : usual;
  for (const reference of candidates) {
    const found = await repository.git([
      'rev-parse',
      '--verify',
      '--quiet',
      `${reference}^{commit}`,
    ]);
    if (found.exitCode === 0) return describe(reference);
  }
  const heads = await repository.git(['for-each-ref', '--format=%(refname)', 'refs/heads']);
  const all = heads.stdout.split('\n').filter((line) => line !== '');
  return all.length === 1 && all[0] !== undefined ? describe(all[0]) : undefined;
}

function describe(reference: string): DefaultBranch {
  return { reference, name: reference.replace(/^refs\/(heads|remotes)\//, '') };
}
