import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import { UserError } from '../contract/user-error.ts';
import { explainOwnership, findForeign } from '../runner/revisions/repository.ts';
import { loadSuite } from '../suite/load-suite.ts';
import { selectTests } from '../suite/select-tests.ts';
import type { SelectionOptions } from './shared-options.ts';

/** The repository that the user stands in, its suite, and the tests that were asked for. */
export interface Workplace {
  root: string;
  suite: Suite;
  tests: readonly SuiteTest[];
  /** Whether only some of the tests that a commit runs were requested. */
  isSelection: boolean;
}

/** @throws UserError where there is no git */
export function requireGit(): void {
  const { error } = spawnSync('git', ['--version']);
  if (error === undefined) return;
  throw new UserError({
    seen: `git could not be started: ${error.message}`,
    expected: 'git on the PATH',
    remedy: 'install git, e.g. `apt-get install git`',
    cause: error,
  });
}

/** @throws UserError when the directory is not inside a git repository, or git does not trust that one */
export function findRoot(directory: string): string {
  const { cause, root } = askRoot(directory);
  if (root !== undefined) return root;
  if (cause instanceof Error) requireGit();
  throw new UserError({
    seen: `${directory} is not inside a git repository`,
    expected: 'a repository with a perigee.yml',
    remedy: 'run perigee inside your repository',
    cause,
  });
}

/**
 * The root of the repository; the directory itself where there is none, for what needs no git.
 * @throws UserError when git does not trust the repository
 */
export function findFolder(directory: string): string {
  return askRoot(directory).root ?? directory;
}

function askRoot(directory: string): { root?: string; cause?: unknown } {
  const { error, status, stderr, stdout } = spawnSync('git', ['rev-parse', '--show-toplevel'], {
    ...{ cwd: directory, encoding: 'utf8' },
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error !== undefined) return { cause: error };
  // Git writes slashes, on Windows too.
  if (status === 0) return { root: resolve(stdout.replace(/\n$/, '')) };
  const foreign = findForeign(stderr);
  if (foreign !== undefined) throw explainOwnership(foreign);
  return { cause: stderr };
}

/** @throws UserError when the file lies in the repository and is a link to one that does not */
export function findSuiteFile(root: string, config: string | undefined): string {
  const file = config === undefined ? join(root, 'perigee.yml') : resolve(config);
  const isOwn = isInside(root, file);
  if (isOwn && existsSync(file) && !isInside(realpathSync(root), realpathSync(file))) {
    throw new UserError({
      where: relative(root, file),
      seen: 'this is a link to a file outside the repository',
      expected: 'a file inside the repository',
      remedy: 'replace the link by the file, or name the other file with --config',
    });
  }
  return file;
}

export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way.split(sep, 1)[0] !== '..' && !isAbsolute(way);
}

/**
 * @param planned the tests of the run to go on with: they are meant when nothing else is asked for
 * @throws UserError for whatever is wrong in perigee.yml, and when no test fits what was asked for
 */
export async function openWorkplace(
  directory: string,
  options: SelectionOptions,
  planned?: readonly string[],
): Promise<Workplace> {
  const root = findRoot(directory);
  const suite = await loadSuite(findSuiteFile(root, options.config));
  const tests = chooseTests(suite, options, planned);
  const isSelection = leavesOut(suite, new Set(tests.map(({ name }) => name)));
  return { root, suite, tests, isSelection };
}

/** Whether a commit runs tests of the suite that are not among these. */
export function leavesOut({ tests }: Suite, names: ReadonlySet<string>): boolean {
  return tests.some(({ name, when }) => when === 'commit' && !names.has(name));
}

function chooseTests(
  suite: Suite,
  { test: names, tag: tags, nightly }: SelectionOptions,
  planned: readonly string[] | undefined,
): readonly SuiteTest[] {
  const asksForNothing = names === undefined && tags === undefined && nightly === undefined;
  if (planned !== undefined && asksForNothing) {
    return suite.tests.filter(({ name }) => planned.includes(name));
  }
  return selectTests(suite, {
    names,
    tags,
    when: nightly === true ? 'nightly' : 'commit',
  });
}
