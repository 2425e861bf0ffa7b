import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import type { Mount } from '../../contract/execution.ts';
import { isIn, makeEmpty, type Originals } from './originals.ts';
import { hideRest } from './share-ignored.ts';

export interface Worktree {
  path: string;
  /** What git ignores in it and each side is shown, relative to it. */
  ignored: readonly string[];
}

/** Where versions of the repository are checked out, apart from those of this run. */
export interface Roots {
  /** The one that the user is in. */
  root: string;
  /** The other worktrees. */
  others: readonly Worktree[];
  /** Git's own folder. */
  common: string;
  /** What git ignores in the root and each side is shown, relative to it. */
  ignored: readonly string[];
  /** What git ignores in the root and no side is shown, relative to it. */
  hidden: readonly string[];
}

export interface Side {
  checkout: string;
  roots: Roots;
  originals: Originals;
  /** A folder for what this side needs. */
  own: string;
  /** An empty folder, in which git's own stands in each view. */
  git: string;
}

/** Shows a side at the root of the repository, and in each other worktree of it. */
export function mountSide(side: Side): Mount[] {
  const { root } = side.roots;
  const others = side.roots.others.flatMap((other, i) => mountOther(side, other, i));
  const isAbove = ({ at }: Mount): boolean => isIn(root, at);
  return [
    ...others.filter(isAbove),
    mountRoot(side),
    ...mountGit(side),
    ...others.filter((mount) => !isAbove(mount)),
  ];
}

/** What the side writes, it writes into its checkout. */
function mountRoot({ checkout, originals, own, roots: { ignored, root } }: Side): Mount {
  const plain = { bind: checkout, at: root };
  // A checkout in memory cannot have what an overlay needs beside it.
  if (statSync(checkout).dev !== statSync(own).dev) return plain;
  const rest = join(own, 'root-rest');
  if (!hideRest(root, checkout, ignored, rest)) return plain;
  const lower = [rest, originals.find(root)];
  return { overlay: { lower, upper: checkout, work: makeEmpty(join(own, 'root-work')) }, at: root };
}

/**
 * The file `.git` of the checkout names a folder that stands in the root, which is another one here: git's own is shown
 * elsewhere, and the file names that.
 */
function mountGit({ checkout, git, originals, own, roots: { common, root } }: Side): Mount[] {
  const pointer = readFileSync(join(checkout, '.git'), 'utf8').trim();
  const file = join(own, 'git-file');
  writeFileSync(file, `gitdir: ${join(git, 'worktrees', basename(pointer))}\n`);
  return [
    { bind: originals.find(common), at: git },
    { bind: file, at: join(root, '.git') },
  ];
}

/** What an installation in another worktree leads to is this side too; what it writes there stays unseen. */
function mountOther(
  { checkout, originals, own, roots }: Side,
  other: Worktree,
  i: number,
): Mount[] {
  const { ignored, root } = roots;
  const inside = relative(root, other.path);
  // Where the side does not show it there is nothing to hide.
  if (isIn(other.path, root) && !ignored.some((path) => isIn(inside, path))) return [];
  const place = join(own, `other-${i}`);
  const [stub, upper, work] = ['stub', 'upper', 'work'].map((name) => makeEmpty(join(place, name)));
  if (isIn(root, other.path)) makeEmpty(join(stub as string, relative(other.path, root)));
  const rest = join(place, 'rest');
  const isShared = hideRest(other.path, checkout, other.ignored, rest);
  const shared = isShared ? [rest, originals.find(other.path)] : [];
  const lower = [stub as string, checkout, ...shared];
  return [{ overlay: { lower, upper: upper as string, work: work as string }, at: other.path }];
}
