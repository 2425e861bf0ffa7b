import { spawnSync } from 'node:child_process';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { isKeyOfJob } from './hide-keys.ts';
import { replaceRoot } from '../code/names-root.ts';
import { leaveOutRepositoryVariables, type Environment } from '../revisions/repository.ts';

/** npm sets these for the program that it starts; npm_config_ is kept, since users set registries there. */
const setByNpm =
  /^npm_(package_|lifecycle_|command$|execpath$|node_execpath$|config_(loglevel|local_prefix)$)/;

/**
 * By how many characters the environment of the next build is longer. It moves the stack: odd, and about a quarter of
 * a page, so that four builds are spread over one.
 */
const paddingStep = 1019;

/**
 * Distinguishes the builds of a side; the same for both sides.
 * @param build from 0
 * @param environment of setup or of a test
 * @param makes what lays functions out in another order by a flag
 */
export function describeBuild(
  build: number,
  environment: Readonly<Record<string, string>>,
  makes: ReadonlySet<Maker>,
): Record<string, string> {
  return {
    PERIGEE_BUILD: String(build),
    PERIGEE_PADDING: 'x'.repeat(paddingStep * build),
    ...(build === 0 ? {} : moveFunctions(build, environment, makes)),
  };
}

export type Maker = 'cargo' | 'go';

/**
 * Rust and Go make the same file of the same source, so a second build would show nothing. Names that Rust hashes with
 * `metadata` are laid out in another order, and the linker of Go shuffles functions. Flags of the suite and of its user
 * stay: Cargo joins these to those of its configuration, and an own `-ldflags` takes their place.
 */
function moveFunctions(
  build: number,
  { CARGO_BUILD_RUSTFLAGS: rust = '', GOFLAGS: go = '' }: Readonly<Record<string, string>>,
  makes: ReadonlySet<Maker>,
): Record<string, string> {
  return {
    ...(makes.has('cargo')
      ? { CARGO_BUILD_RUSTFLAGS: `${rust} -Cmetadata=perigee${build}`.trim() }
      : {}),
    ...(makes.has('go') && !go.includes('-ldflags')
      ? { GOFLAGS: `${go} -ldflags=-randlayout=${build}`.trim() }
      : {}),
  };
}

/**
 * The flags of the Go that builds here: `go env -w` keeps them in a file, which the variable that a build
 * needs would hide. The linker has `-randlayout` since Go 1.22.
 * @returns undefined where it cannot shuffle, or does not say
 */
export function readGoFlags(environment: Environment, directory: string): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION', 'GOFLAGS'], {
    ...{ cwd: directory, env: environment, encoding: 'utf8', timeout: 60_000 },
  });
  if (status !== 0) return undefined;
  const [version = '', flags = ''] = stdout.split('\n');
  const minor = /^go1\.(\d+)/.exec(version)?.[1] ?? 0;
  return Number(minor) >= 22 ? flags.trim() : undefined;
}

/**
 * The environment of setup and tests: the caller's environment without git's, npm's and Perigee's own variables and
 * without the keys of the CI's job, then the suite's, then PERIGEE_HOME, and the Python SDK behind what is on
 * PYTHONPATH. The same for both sides: a longer environment alone can move a time. And the same whether Perigee was
 * called by itself or through npm, which puts programs of its own on the PATH: among them the Node that Perigee runs
 * on, which is not the one that the user's tests run on.
 */
export function buildEnvironment(
  caller: Environment,
  suite: Readonly<Record<string, string>>,
  home: string,
): Record<string, string> {
  const environment = leaveOutRepositoryVariables(caller);
  for (const name of Object.keys(environment)) {
    const isOthers = name.startsWith('PERIGEE_') || setByNpm.test(name) || isKeyOfJob(name);
    if (isOthers) delete environment[name];
  }
  if (caller['npm_execpath'] !== undefined) {
    for (const name of ['NODE', 'INIT_CWD', 'COLOR']) delete environment[name];
    if (environment['PATH'] !== undefined)
      environment['PATH'] = dropFromNpm(environment['PATH'], caller);
  }
  const python = [suite['PYTHONPATH'] ?? environment['PYTHONPATH'], join(home, 'sdk', 'python')];
  const pythonPath = python.filter((path) => path !== undefined && path !== '').join(delimiter);
  return { ...environment, ...suite, PYTHONPATH: pythonPath, PERIGEE_HOME: home };
}

/**
 * Where nothing shows a side in the place of the user's checkout, variables lead to the side itself: an activated `.venv`
 * is then the one that setup has made. Both sides have paths of one length.
 * @param root of the user's checkout
 */
export function leadToSide(
  environment: Readonly<Record<string, string>>,
  root: string,
  checkout: string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, replaceRoot(value, root, checkout)]),
  );
}

/** The cache of packages that npx, bunx, or `dlx` of pnpm and Yarn starts a program from. */
const ofCache = /[\\/](_npx|bunx-[^\\/]*|dlx[^\\/]*)[\\/]/;

/**
 * Without `…/node_modules/.bin` of every folder up to the root, that of the cache, and npm's own node-gyp-bin: npm puts
 * them there. Any other is the user's.
 */
function dropFromNpm(path: string, caller: Environment): string {
  const names = ['INIT_CWD', 'PWD', 'npm_config_local_prefix'];
  const places = names.flatMap((name) => caller[name] ?? []);
  const isAbove = (folder: string): boolean =>
    places.some((place) => !/^\.\.([\\/]|$)/.test(relative(folder, place)));
  const isOfNpm = (folder: string): boolean =>
    basename(folder) === 'node-gyp-bin' ||
    (basename(folder) === '.bin' && (ofCache.test(folder) || isAbove(dirname(dirname(folder)))));
  return path
    .split(delimiter)
    .filter((folder) => !isOfNpm(folder))
    .join(delimiter);
}
