import { readFileSync } from 'node:fs';
import { UserError } from '../../contract/user-error.ts';
import { resolveThrough } from './require-through.ts';

/**
 * The package.json of the project's test runner.
 * @param oldest the first version that has what the spans need: `3.1`
 * @throws UserError where it is not installed, or too old
 */
export function findRunner(name: string, oldest: string, directory: string): string {
  const file = resolveThrough([`${name}/package.json`], directory);
  const needs = `${name} ${oldest} or newer`;
  if (file === undefined) {
    throw new UserError({
      seen: `${name} is not installed in ${directory}`,
      expected: needs,
      remedy: `install the project's packages in "setup" of perigee.yml, e.g. [npm, ci], and set "directory" of the test to the folder that has ${name}`,
    });
  }
  const { version = '0' } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string };
  if (isOlder(version, oldest)) {
    throw new UserError({
      seen: `${name} ${version} is too old`,
      expected: needs,
      remedy: `update ${name}, or write a command in place of "runner" and mark spans in the tests`,
    });
  }
  return file;
}

function isOlder(version: string, oldest: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [leastMajor = 0, leastMinor = 0] = oldest.split('.').map(Number);
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

/** @throws UserError, so that a pattern that fits nothing is not taken for tests that pass */
export function refuseNoFiles(runner: string, pattern: string, directory: string): never {
  throw new UserError({
    seen: `no test file of ${runner} in ${directory} fits the pattern ${pattern}`,
    expected: `paths relative to that folder, of files that ${runner} runs by itself`,
    remedy: 'correct "pattern" in perigee.yml, or leave it out to run all test files',
  });
}
