export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const tally of tallies) {
    sum.passed += tally.passed;
    sum.failed += tally.failed;
    sum.skipped += tally.skipped;
  }
  return sum;
}

/** Green takes tests that passed: a run that found none has shown nothing. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}

/** The line that whoever started the tests reads. */
export function describeTally({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * @param report what vitest's JSON reporter wrote; undefined when it wrote nothing
 * @param exitCode of vitest: an error outside any test shows only here
 */
export function tallyVitest(report: unknown, exitCode: number): Tally {
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    report as VitestReport;
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(hasFailed),
  );
  const failed = numFailedTests + brokenFiles.length;
  return {
    passed: numPassedTests,
    failed: failed === 0 && (exitCode !== 0 || numPassedTests === 0) ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

/**
 * @param printed what Python's unittest wrote
 * @param exitCode of Python: a file that cannot be loaded shows only here
 */
export function tallyUnittest(printed: string, exitCode: number): Tally {
  const number = (pattern: RegExp): number => Number(pattern.exec(printed)?.[1] ?? 0);
  const ran = number(/^Ran (\d+) tests?/m);
  const failed = number(/\bfailures=(\d+)/) + number(/\berrors=(\d+)/);
  const skipped = number(/\bskipped=(\d+)/);
  if (failed === 0 && (exitCode !== 0 || ran === 0)) return { passed: ran, failed: 1, skipped };
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped };
}

/**
 * @param printed what bats wrote, in the form of TAP
 * @param exitCode of bats: tests that are planned and never end show only here
 */
export function tallyTap(printed: string, exitCode: number): Tally {
  const count = (pattern: RegExp): number => [...printed.matchAll(pattern)].length;
  const failed = count(/^not ok /gm);
  const skipped = count(/^ok .* # skip/gm);
  const passed = count(/^ok /gm) - skipped;
  const isBroken = failed === 0 && (exitCode !== 0 || passed + skipped === 0);
  return { passed, failed: isBroken ? 1 : failed, skipped };
}

function hasFailed({ status }: { status: string }): boolean {
  return status === 'failed';
}
