import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { listSome } from '../../contract/count-things.ts';
import { countBuilds } from '../../contract/builds.ts';
import type { Problem, RunRecord, Side } from '../../contract/documents.ts';
import { contentMissing, submoduleMissing } from '../../contract/gaps.ts';
import { sidesOf } from '../../contract/sides.ts';
import { readConstant, readGit, type Repository } from '../revisions/repository.ts';
import type { Worktrees } from './add-worktrees.ts';
import { listCollisions } from './list-collisions.ts';
import { listStandIns, type StandInKind } from './list-stand-ins.ts';
import { sharedFolders } from './checkouts-folder.ts';

/**
 * Content that is missing in the checkouts as setup has left them: folders of submodules that are empty, and files that
 * stand for others. Without them both sides measure the same nothing.
 *
 * A submodule that the change moves is a gap, one that it does not move is a note: a test that needs it fails. A
 * pointer of Git LFS is always a gap, because a test reads it as if it were the content.
 */
export async function findMissingContent(
  repository: Repository,
  { plan }: Pick<RunRecord, 'plan'>,
  worktrees: Worktrees,
): Promise<Problem[]> {
  const sides = sidesOf(plan);
  const problems: Problem[] = [];
  for (let build = 0; build < countBuilds(plan); build += 1) {
    const contents = new Map<Side, Content>();
    for (const side of sides) {
      const directory = worktrees[side][build];
      if (directory !== undefined) contents.set(side, await readContent(repository, directory));
    }
    for (const [side, content] of contents) {
      const other = contents.get(side === 'before' ? 'after' : 'before');
      problems.push(...describe(content, other ?? content).map((one) => ({ ...one, side })));
    }
  }
  return withoutRepeats(problems);
}

function describe(content: Content, other: Content): Problem[] {
  const empty = [...content.submodules].filter(([, { isEmpty }]) => isEmpty);
  const isMoved = ([path, { commit }]: (typeof empty)[number]): boolean =>
    other.submodules.get(path)?.commit !== commit;
  const standIns = [...content.standIns].map(([path, one]) => ({
    ...{ path, kind: one.kind, isExcluded: one.isExcluded },
    isMoved: other.standIns.get(path)?.object !== one.object,
  }));
  const listKind = (kind: Kind): string[] =>
    standIns
      .filter((one) => one.kind === kind && !one.isExcluded && (kind === 'lfs' || one.isMoved))
      .map(({ path }) => path);
  return [
    ...name(submoduleMissing, empty.filter(isMoved).map(toPath), texts.moved),
    ...name('submodules-empty', empty.filter((one) => !isMoved(one)).map(toPath), texts.unmoved),
    ...name(contentMissing, listKind('lfs'), texts.lfs),
    ...name(contentMissing, listKind('git-crypt'), texts['git-crypt']),
    ...name(contentMissing, listKind('annex'), texts.annex),
    ...name(contentMissing, listKind('case'), texts.case),
  ];
}

function toPath([path]: readonly [string, unknown]): string {
  return path;
}

/** The fault, and its remedy. */
const texts = {
  moved: [
    'the change moves submodules whose folders are empty',
    'Let setup run git submodule update --init --recursive; where .gitmodules does not name a folder, commit its files',
  ],
  unmoved: [
    'submodules are empty folders',
    'If the tests need them, let setup run git submodule update --init --recursive',
  ],
  lfs: [
    'pointers of Git LFS are in the place of files',
    'Install git-lfs and fetch the files (actions/checkout: lfs: true), or let setup run git lfs pull. If no test reads them, name them in lfs.fetchexclude of .lfsconfig',
  ],
  'git-crypt': ['the change touches files that git-crypt has locked', 'Unlock them in setup'],
  annex: ['the change touches files that git-annex has not fetched', 'Fetch them in setup'],
  case: [
    'this file system does not tell upper from lower case, and holds one file in the place of several that the change touches',
    'Rename all but one, or measure on a file system that tells them apart',
  ],
} as const;

function name(
  code: string,
  paths: readonly string[],
  [what, remedy]: readonly [string, string],
): Problem[] {
  if (paths.length === 0) return [];
  const named = paths.map((path) => JSON.stringify(path.slice(0, 120)));
  return [{ code, message: `${what}: ${listSome(named, 5)}. ${remedy}` }];
}

/** All builds of a side mostly lack the same. */
function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** `case`: one file is in the place of several whose names differ by case alone. */
type Kind = StandInKind | 'case';

/** The content of a checkout, by the path from its root. */
interface Content {
  /** Submodules with the commit they ought to hold, those of submodules too. */
  submodules: Map<string, { commit: string; isEmpty: boolean }>;
  standIns: Map<string, { kind: Kind; object: string; isExcluded: boolean }>;
}

/** Reads what setup has left in a checkout. */
async function readContent(repository: Repository, directory: string): Promise<Content> {
  const content: Content = { submodules: new Map(), standIns: new Map() };
  await addContent(repository, directory, '', content, repository);
  return content;
}

async function addContent(
  repository: Repository,
  root: string,
  at: string,
  content: Content,
  outer: Repository,
): Promise<void> {
  const directory = join(root, at);
  const place = (path: string): string => (at === '' ? path : `${at}/${path}`);
  const tracked = await listIndex(repository, directory);
  const standIns = await listStandIns(repository, directory);
  const excluded =
    standIns.length === 0 ? new Set<string>() : await listExcluded(repository, directory);
  for (const { path, kind } of standIns) {
    const object = tracked.get(path)?.object ?? '';
    const isExcluded = kind === 'lfs' && excluded.has(path);
    content.standIns.set(place(path), { kind, object, isExcluded });
  }
  for (const path of await listCollisions(directory, [...tracked.keys()])) {
    // What is not there at all says more.
    if (content.standIns.has(place(path))) continue;
    const { object = '' } = tracked.get(path) ?? {};
    content.standIns.set(place(path), { kind: 'case', object, isExcluded: false });
  }
  for (const [path, { mode, object }] of tracked) {
    const folder = join(directory, path);
    if (mode === linkMode && (await isUnfetched(folder))) {
      content.standIns.set(place(path), { kind: 'annex', object, isExcluded: false });
    }
    if (mode !== submoduleMode) continue;
    const isEmpty = await isUnfilled(folder);
    content.submodules.set(place(path), { commit: object, isEmpty });
    if (!(await isOwnRepository(folder))) continue;
    const submodule = await openSubmodule(outer, folder);
    await addContent(submodule, root, place(path), content, outer);
  }
}

/** In a view a submodule gets a link to git's own folder as it stands there, which is elsewhere on the machine. */
async function openSubmodule(repository: Repository, folder: string): Promise<Repository> {
  const pointer = await readFile(join(folder, '.git'), 'utf8').catch(() => '');
  const inView = `${sharedFolders().git}/`;
  const at = pointer.indexOf(inView);
  if (at < 0) return repository;
  const common = await readConstant(repository, ['rev-parse', '--git-common-dir']);
  const own = resolve(repository.root, common, pointer.slice(at + inView.length).trim());
  return {
    root: repository.root,
    git: (args, ...more) =>
      repository.git(['--git-dir', own, '--work-tree', folder, ...args], ...more),
  };
}

const submoduleMode = '160000';
const linkMode = '120000';

/** By path: mode and object as the commit has them. */
async function listIndex(
  repository: Repository,
  directory: string,
): Promise<Map<string, { mode: string; object: string }>> {
  const listing = await readGit(repository, ['-C', directory, 'ls-files', '--stage', '-z']);
  const tracked = new Map<string, { mode: string; object: string }>();
  for (const entry of listing.split('\0')) {
    const [facts = '', path] = entry.split('\t', 2);
    const [mode = '', object = ''] = facts.split(' ');
    if (path !== undefined) tracked.set(path, { mode, object });
  }
  return tracked;
}

/** A fetch that failed half-way leaves the link to its repository alone. */
async function isUnfilled(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  return names.every((name) => name === '.git');
}

/** git-annex keeps contents there, and links to them. */
async function isUnfetched(link: string): Promise<boolean> {
  const target = await readlink(link).catch(() => '');
  return target.includes('.git/annex/objects/') && !existsSync(link);
}

/** Not through a link: it may lead back up. */
async function isOwnRepository(folder: string): Promise<boolean> {
  const facts = await lstat(folder).catch(() => undefined);
  return facts?.isDirectory() === true && existsSync(join(folder, '.git'));
}

/**
 * The tracked files that a repository tells Git LFS not to fetch: `lfs.fetchexclude` in git's configuration, else in
 * `.lfsconfig`. Its patterns are those of .gitignore.
 */
async function listExcluded(repository: Repository, directory: string): Promise<Set<string>> {
  const patterns =
    (await readPatterns(repository, directory, [])) ??
    (await readPatterns(repository, directory, ['--file', '.lfsconfig'])) ??
    [];
  if (patterns.length === 0) return new Set();
  const options = patterns.map((pattern) => `--exclude=${pattern}`);
  const listing = await readGit(repository, [
    ...['-C', directory, 'ls-files', '-z', '--cached', '--ignored'],
    ...options,
  ]);
  return new Set(listing.split('\0').filter((path) => path !== ''));
}

async function readPatterns(
  repository: Repository,
  directory: string,
  where: readonly string[],
): Promise<string[] | undefined> {
  const args = ['-C', directory, 'config', ...where, '--get', 'lfs.fetchexclude'];
  const { exitCode, stdout } = await repository.git(args);
  if (exitCode !== 0) return undefined;
  return stdout
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}
