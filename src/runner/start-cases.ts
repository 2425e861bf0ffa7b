import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { goTestFile, type CasesReference } from '../contract/suite.ts';

/**
 * The command that runs the test cases of a project's own test runner, each as a span.
 * @param home Perigee's own package
 * @param directory absolute, where the test runs
 */
export function startCases(
  { runner, pattern }: CasesReference,
  { home, directory }: { home: string; directory: string },
): string[] {
  if (runner === 'pytest') return [findPython(directory), '-m', 'perigee.cases', pattern];
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
function findPython(directory: string): string {
  const own = join(directory, '.venv/bin/python');
  return existsSync(own) ? own : 'python3';
}
