import { basename, dirname, join, relative, resolve } from 'node:path';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Inside, Mount, View, Views } from '../../contract/execution.ts';
import type { ObservedPlace } from '../../contract/observation.ts';
import { listWorktrees } from '../revisions/list-worktrees.ts';
import { readConstant, type Repository } from '../revisions/repository.ts';
import { isBuildOutput } from '../code/build-output.ts';
import { findInstallation } from '../code/installations.ts';
import { clearMemory, memoryFolder, sharedFolders } from '../worktrees/checkouts-folder.ts';
import { Layers } from './layers.ts';
import { listLayered } from './list-layered.ts';
import { isIn, makeEmpty, Originals } from './originals.ts';
import { hideRest, listIgnored } from './share-ignored.ts';

/** The view of each side: itself in the place of the user's checkout, and outside of it the files of its own setup. */
export interface SideViews {
  /** The path of their checkout for commands. */
  readonly root: string;
  /** For setup: what it leaves outside stays. */
  keeping(checkout: string): Inside;
  /** For an execution: outside it sees what setup has left, and nothing of other executions. */
  measured(checkout: string, directory: string): Inside;
  /** For an observer. */
  describe(): Pick<ObservedPlace, 'scratch' | 'seenAt'>;
  /** The path on the machine of a file that a command sees: in a layer of its side, or as given. */
  find(checkout: string, path: string): string;
  /** Build output in the user's checkout, relative to it: no side is shown it. */
  readonly hidden: readonly string[];
  /** A program or package that a side has put outside of its checkout, where it has put one. */
  findInstalled(checkout: string): string | undefined;
  /** The worktree of which a path, relative to a checkout, is shown where the side does not have it. */
  findShared(inside: string): string | undefined;
  /** Removes what lies in memory. @returns the folders that could not be removed */
  remove(): string[];
}

export interface ViewsRequest {
  repository: Repository;
  /** `.perigee` of the repository. */
  stateDirectory: string;
  /** All in one folder, of which nothing is seen. */
  checkouts: readonly string[];
  /** The environments of setup and of all tests. */
  environments: readonly Readonly<Record<string, string>>[];
  /** Whether other processes serve the tests. */
  hasServices: boolean;
  views: Views;
}

/** @throws UserError when git fails */
export async function openSideViews(request: ViewsRequest): Promise<SideViews> {
  const { checkouts, environments, repository, stateDirectory } = request;
  const { root } = repository;
  const folder = dirname(checkouts[0] ?? '');
  const id = basename(folder);
  const inMemory = join(memoryFolder(stateDirectory), id);
  const roots = await findRoots(repository, checkouts);
  const { git, scratch } = sharedFolders();
  for (const one of [git, scratch]) makeEmpty(one);
  const all = [root, ...roots.others.map(({ path }) => path)];
  // A service is reached through files that it has made there, such as a socket.
  const layered = request.hasServices
    ? []
    : listLayered(
        environments,
        (path) => all.some((one) => isIn(path, one)) || isIn(scratch, path),
      );
  const originals = new Originals(
    join(folder, 'view', 'originals'),
    [...layered, ...all].sort((a, b) => a.length - b.length),
  );
  const sides = checkouts.map((checkout) => {
    const own = makeEmpty(join(folder, 'view', checkout.slice(folder.length + 1)));
    const layers = new Layers(own, join(inMemory, checkout.slice(folder.length + 1)), originals);
    const mounts = mountSide({ checkout, git, originals, own, roots });
    return { checkout, layers, mounts, own };
  });
  const enter = (view: View): Inside => ({
    enter: (command) => request.views.enter(view, command),
    directory: view.directory,
    root,
    scratch,
  });
  const sideOf = (checkout: string) => {
    const side = sides.find((one) => one.checkout === checkout);
    if (side === undefined) throw new Error(`${checkout} has no view`);
    return side;
  };
  const made = new Map<string, View>();
  const findView = (kind: 'keeping' | 'measured', checkout: string, directory: string): View => {
    // A worktree may be removed while the run goes on: a mount of it would keep every test from starting.
    const gone = roots.others.filter(({ path }) => !existsSync(path));
    const isThere = (mount: Mount): boolean =>
      !gone.some(({ path }) => mount.at === path || ('bind' in mount && mount.bind === path));
    const key = JSON.stringify([kind, checkout, directory, gone]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const side = sideOf(checkout);
    const { mounts: outside, optional, renewed } = side.layers[kind](layered);
    const mounts = [...originals.mounts, ...outside, ...side.mounts].filter(isThere);
    const start = join(root, relative(checkout, directory));
    const view = {
      ...{ folder: side.own, scratch, mounts, renewed, hidden: [folder], directory: start },
      // Files in the repository are the side's.
      optional: optional.filter(({ at }) => !isIn(at, root)),
    };
    made.set(key, view);
    return view;
  };
  return {
    root,
    keeping: (checkout) => enter(findView('keeping', checkout, checkout)),
    measured: (checkout, directory) => enter(findView('measured', checkout, directory)),
    describe: () => ({ scratch, seenAt: all }),
    find: (checkout, path) => sideOf(checkout).layers.find(layered, path) ?? path,
    hidden: roots.hidden,
    findInstalled: (checkout) => sideOf(checkout).layers.findInstalled(layered),
    findShared: (inside) =>
      [{ path: root, ignored: roots.ignored }, ...roots.others].find(({ ignored }) =>
        ignored.some((path) => isIn(inside, path)),
      )?.path,
    remove: () => clearMemory(stateDirectory, id),
  };
}

async function findRoots(repository: Repository, checkouts: readonly string[]): Promise<Roots> {
  const { root } = repository;
  const others: Worktree[] = [];
  const ofRuns = dirname(dirname(checkouts[0] ?? ''));
  for (const path of await listWorktrees(repository, checkouts)) {
    // Those of another run of Perigee go when it ends.
    if (isIn(path, ofRuns)) continue;
    others.push({ path, ignored: (await listShared(repository, path)).shown });
  }
  const common = resolve(root, await readConstant(repository, ['rev-parse', '--git-common-dir']));
  const { hidden, shown } = await listShared(repository, root);
  return { root, others, common, ignored: shown, hidden };
}

/** The ignored files of a worktree, except those that each side has to build. */
async function listShared(repository: Repository, worktree: string) {
  const ignored = await listIgnored(repository, worktree);
  const isOutput = (path: string): boolean =>
    findInstallation(worktree, path) === undefined && isBuildOutput(worktree, path);
  return {
    shown: ignored.filter((path) => !isOutput(path)),
    hidden: ignored.filter(isOutput),
  };
}

interface Worktree {
  path: string;
  /** Its ignored files that each side is shown, relative to it. */
  ignored: readonly string[];
}

/** The checkouts of the repository, apart from those of this run. */
interface Roots {
  /** The one that the user is in. */
  root: string;
  /** The other worktrees. */
  others: readonly Worktree[];
  /** Git's own folder. */
  common: string;
  /** The ignored files of the root that each side is shown, relative to it. */
  ignored: readonly string[];
  /** The ignored files of the root that no side is shown, relative to it. */
  hidden: readonly string[];
}

interface Side {
  checkout: string;
  roots: Roots;
  originals: Originals;
  /** A folder for what this side needs. */
  own: string;
  /** An empty folder, in which git's own stands in each view. */
  git: string;
}

/** Shows a side at the root of the repository, and in each other worktree of it. */
function mountSide(side: Side): Mount[] {
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

/** The side writes into its checkout. */
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

/** An installation in another worktree leads to this side too; files that it writes there stay unseen. */
function mountOther(
  { checkout, originals, own, roots }: Side,
  other: Worktree,
  i: number,
): Mount[] {
  const { ignored, root } = roots;
  const inside = relative(root, other.path);
  // If the side does not show it there is nothing to hide.
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
