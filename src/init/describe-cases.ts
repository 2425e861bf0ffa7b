import { posix } from 'node:path';
import type { CaseRunner } from '../contract/suite.ts';
import type { StarterTest } from './findings.ts';
import { isThere, listFiles, readIfThere } from './repository-files.ts';

/** Tests that take long enough to be measured are mostly in one of these. */
const endToEnd = ['e2e', 'integration'].flatMap((name) =>
  ['test/', 'tests/', ''].map((folder) => `${folder}${name}`),
);

/** The test cases of a project's own test runner, for a project without benchmarks. */
export async function describeCases(
  directory: string,
  runner: CaseRunner,
  folder = '.',
): Promise<StarterTest> {
  const chosen = runner === 'junit' ? undefined : await findFolder(posix.join(directory, folder));
  const pattern = chosen === undefined ? undefined : `${chosen}/**`;
  const which =
    pattern === undefined
      ? 'choose those that take long by "pattern": short ones mostly start'
      : 'those that most likely take long';
  return {
    name: `tests of ${runner}`,
    ...(folder === '.' ? {} : { directory: folder }),
    command: [],
    cases: { runner, ...(pattern !== undefined && { pattern }) },
    because: `no benchmark was found, so the tests that are there: each is a span; ${which}`,
  };
}

async function findFolder(directory: string): Promise<string | undefined> {
  for (const folder of endToEnd) if (await isThere(directory, folder)) return folder;
  return undefined;
}

/** The runner that the script "test" calls, otherwise the first that is installed. */
export function findNodeRunner(
  dependencies: ReadonlyMap<string, string>,
  script = '',
): CaseRunner | undefined {
  const installed = (['vitest', 'jest', 'mocha'] as const).filter((name) => dependencies.has(name));
  const words = script.split(/[^\w-]+/);
  return installed.find((name) => words.includes(name)) ?? installed[0];
}

/** Whether a package has files that its runner takes by itself. */
export async function hasNodeTests(directory: string): Promise<boolean> {
  const files = await listFiles(directory, /\.[cm]?[jt]sx?$/);
  return files.some((file) => /\.(test|spec)\.\w+$|(^|\/)(tests?|__tests__)\//.test(file));
}

/** Whether a project configures pytest, or names it among what it needs, and has a test of it. */
export async function hasPytest(directory: string, described: string): Promise<boolean> {
  const isNamed = /\bpytest\b/.test(described) || (await isThere(directory, 'pytest.ini'));
  return isNamed && (await listFiles(directory, /^test_\w*\.py$|^\w+_test\.py$/)).length > 0;
}

/** Whether a Go module has a test that is no benchmark. */
export async function hasGoTest(directory: string): Promise<boolean> {
  for (const file of await listFiles(directory, /_test\.go$/)) {
    const text = (await readIfThere(directory, file)) ?? '';
    if (/^func Test(?![a-z])\w*\(\s*\w+\s+\*testing\.T\s*\)/m.test(text)) return true;
  }
  return false;
}
