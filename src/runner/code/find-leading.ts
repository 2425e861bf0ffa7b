import { lstatSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { type KnownPlaces, searchPythons } from './find-leading-python.ts';
import { isInstalledFrom } from './installations.ts';
import { namesRoot } from './names-root.ts';
import { findProgram, list, listPaths, type Program, readText } from './program.ts';

/** What is looked up once for all tests of a run. */
export interface KnownLeads {
  places: KnownPlaces;
  /** Directory of a test → what leads in it and in its checkout. */
  directories: Map<string, readonly string[]>;
  /** When setup of either side ran. */
  setups: readonly { fromMs: number; toMs: number }[];
  /** Whether a path is that of an installed copy of this repository's code. */
  isOwnCopy(path: string): boolean;
  /** Paths relative to a checkout of its files whose text holds one of the roots, as git finds them. */
  listNaming(checkout: string): Promise<readonly string[]>;
}

/** By which a shell, an editor or the job of a CI says where it is: no program finds code by them. */
const statements = new Set([
  ...['_', 'PWD', 'OLDPWD', 'INIT_CWD', 'WORKSPACE', 'GITHUB_WORKSPACE'],
  ...['BUILDKITE_BUILD_CHECKOUT_PATH', 'CI_PROJECT_DIR', 'CIRCLE_WORKING_DIRECTORY'],
  ...['BITBUCKET_CLONE_DIR', 'TRAVIS_BUILD_DIR', 'DRONE_WORKSPACE', 'CM_BUILD_DIR'],
  ...['BUILD_SOURCESDIRECTORY', 'BUILD_REPOSITORY_LOCALPATH', 'SYSTEM_DEFAULTWORKINGDIRECTORY'],
]);
const ofEditor = /^(DIRENV|VSCODE|CLAUDE|CURSOR|JETBRAINS|__MISE)_/;

/** In the home of the user, where tools look up other versions of packages. */
const homeFiles = [
  ...['.cargo/config.toml', '.cargo/config', '.bundle/config', '.npmrc', '.yarnrc.yml'],
  ...['.config/go/env', 'Library/Application Support/go/env', '.m2/settings.xml'],
  ...['.config/pip/pip.conf', '.pip/pip.conf', 'Library/Application Support/pip/pip.conf'],
  ...['.gradle/gradle.properties', '.gradle/init.gradle', '.gradle/init.gradle.kts'],
  ...['.config/composer/config.json', '.composer/config.json'],
];
/** In a checkout, where git may be told to overlook them. */
const ownFiles = ['.env', '.envrc', '.npmrc', '.bundle/config', '.cargo/config.toml', 'go.work'];

/**
 * What may lead a test to code that is not its side's, where nothing sees which files it reads: variables, its command,
 * links, files that name another checkout, what installers leave, and what setup wrote where both sides find it.
 * @param roots where the user has the repository checked out, and the checkouts of the other side
 * @returns in words, such as "PYTHONPATH leads"; empty where nothing is found
 */
export async function findLeading(
  program: Program,
  roots: readonly string[],
  known: KnownLeads,
): Promise<string[]> {
  const { command, directory, environment } = program;
  const variables = Object.entries(environment)
    .filter(([name]) => !statements.has(name) && !ofEditor.test(name))
    .filter(([, value]) => leadsByText(value, roots))
    .map(([name]) => name);
  const home = homeFiles
    .map((file) => join(environment['HOME'] ?? '', file))
    .filter((file) => namesRoot(readText(file), roots));
  const inCheckout =
    known.directories.get(directory) ?? (await searchCheckout(program, roots, known.listNaming));
  known.directories.set(directory, inCheckout);
  return [
    ...new Set([
      ...variables,
      ...(command.some((word) => namesRoot(word, roots)) ? ['its command'] : []),
      ...findInstalled(program, roots, known.isOwnCopy),
      ...findShared(program, roots, known.setups),
      ...inCheckout,
      ...home,
      ...searchPythons(program, roots, known),
    ]),
  ];
}

/** A path of several, or a path in options; each may be a link. */
function leadsByText(value: string, roots: readonly string[]): boolean {
  return namesRoot(value, roots) || listPaths(value).some((path) => isInside(real(path), roots));
}

/** Files outside of the side that its command or a script of it names, and that setup has written: both sides share them. */
function findShared(
  { checkout, command, directory, environment }: Program,
  roots: readonly string[],
  setups: KnownLeads['setups'],
): string[] {
  const scripts = command
    .map((word) => resolve(directory, word))
    .filter((path) => path.startsWith(`${checkout}/`));
  const named = [...command, ...scripts.map(readText)].flatMap(listPaths);
  const program = findProgram(command[0] ?? '', directory, environment['PATH'] ?? '');
  return [program, ...named].filter((path) => {
    const facts = attempt(() => statSync(path), undefined);
    if (facts?.isFile() !== true || isInside(path, [checkout, ...roots])) return false;
    return setups.some(({ fromMs, toMs }) => facts.ctimeMs >= fromMs && facts.ctimeMs <= toMs);
  });
}

/** The program itself, where it was built or linked from the user's checkout. */
function findInstalled(
  { command, directory, environment }: Program,
  roots: readonly string[],
  isOwnCopy: KnownLeads['isOwnCopy'],
) {
  const path = findProgram(command[0] ?? '', directory, environment['PATH'] ?? '');
  if (path === '' || path.startsWith(`${directory}/`)) return [];
  const [folder, at] = [real(dirname(path)), real(path)];
  const isTheirs = isInside(at, roots) || isInside(folder, roots) || isInstalledFrom(at, roots);
  return isTheirs || isOwnCopy(at) || namesRoot(readText(at), roots) ? [path] : [];
}

async function searchCheckout(
  { checkout, directory }: Program,
  roots: readonly string[],
  listNaming: KnownLeads['listNaming'],
): Promise<string[]> {
  const naming = await listNaming(checkout);
  const files = [...naming, ...ownFiles]
    .map((file) => join(checkout, file))
    .filter((file) => namesRoot(readText(file), roots));
  const links = listFolders(checkout, directory)
    .flatMap((folder) => list(folder).map((name) => join(folder, name)))
    .filter((path) => basename(path) !== 'perigee' && isLink(path) && isInside(real(path), roots));
  return [...new Set([...files, ...links])];
}

/** Where an installer or setup puts links: at the top, and in `node_modules` of every package. */
function listFolders(checkout: string, directory: string): string[] {
  const inside = list(checkout).filter((name) => name !== '.git' && name !== 'node_modules');
  const packages = inside.flatMap((name) => [
    join(checkout, name),
    ...list(join(checkout, name)).map((inner) => join(checkout, name, inner)),
  ]);
  const modules = [checkout, directory, ...packages].map((folder) => join(folder, 'node_modules'));
  const scopes = modules.flatMap((folder) =>
    list(folder)
      .filter((name) => name.startsWith('@'))
      .map((name) => join(folder, name)),
  );
  return [...new Set([checkout, directory, ...packages, ...modules, ...scopes])];
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

function isLink(path: string): boolean {
  return attempt(() => lstatSync(path).isSymbolicLink(), false);
}

function real(path: string): string {
  return attempt(() => realpathSync(path), '');
}
