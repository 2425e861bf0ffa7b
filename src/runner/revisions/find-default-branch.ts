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
  // A reference that leads to nothing is not listed.
  const format = '--format=%(objecttype) %(refname) %(symref)';
  const head = 'refs/remotes/origin/HEAD';
  const listing = await repository.git(['for-each-ref', format, head, ...usual, 'refs/heads']);
  const known = new Map(
    listing.stdout.split('\n').flatMap((line) => {
      const [type, name = '', target = ''] = line.split(' ');
      return type === 'commit' ? [[name, target]] : [];
    }),
  );
  const reference = known.get(head) || usual.find((name) => known.has(name));
  if (reference !== undefined) return describe(reference);
  const all = [...known.keys()].filter((name) => name.startsWith('refs/heads/'));
  return all.length === 1 && all[0] !== undefined ? describe(all[0]) : undefined;
}

function describe(reference: string): DefaultBranch {
  return { reference, name: reference.replace(/^refs\/(heads|remotes)\//, '') };
}
