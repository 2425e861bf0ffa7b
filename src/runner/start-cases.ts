import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { goTestFile, type CasesReference } from '../contract/suite.ts';

/**
 * The command that runs the test cases of a project's own test runner, each as a span.
 * @param home Perigee's own package
 * @param directory absolute, where the test runs
 * @param seen the same as the test sees it
 */
export function startCases(
  { runner, pattern }: CasesReference,
  { home, directory, seen = directory }: { home: string; directory: string; seen?: string },
): string[] {
  if (runner === 'pytest') return [findPython(directory, seen), '-m', 'perigee.cases', pattern];
  if (runner === 'go') return ['sh', '-c', goTest, 'sh', goTestFile, toPackages(pattern)];
  return ['node', join(home, 'dist/cases/main.mjs'), runner, pattern];
}

/** One test after the other, as with the other runners. What failed is printed, so that the log has it. */
const goTest =
  'go test -json -count=1 -p=1 -parallel=1 "$2" > "$1" || { status=$?; tail -c 20000 "$1"; exit $status; }';

/** `test/e2e/**` and `./test/e2e/...` are the same packages. */
function toPackages(pattern: string): string {
  return `./${pattern.replace(/^\.\//, '')}`.replace(/\*\*$/, '...');
}

/** A project's packages are mostly in an environment of their own, which its setup makes. */
function findPython(directory: string, seen: string): string {
  const own = '.venv/bin/python';
  const isThere = [directory, seen].some((folder) => existsSync(join(folder, own)));
  return isThere ? join(seen, own) : 'python3';
}
