import { writeSync } from 'node:fs';

/** A run that does not measure all test cases must not pass: what is missing in it would look like no change. */
let hasEnded = false;
let hasFailed = false;

/** Fails this process if it exits before `endRun`: a test that calls `process.exit(0)` ends all tests. */
export function expectEnd(runner: string): void {
  process.once('exit', (code) => {
    if (code !== 0) return;
    if (!hasEnded) {
      fail(
        `${runner} ended before it had run all test cases: the process exited, or nothing was left to wait for`,
      );
    }
    // A later listener of Jest's forceExit exits with 0.
    if (hasFailed) process.exit(1);
  });
}

/**
 * The runner has ended by itself.
 * @param passed how many test cases the runner says have passed
 * @param measured how many of them became spans
 * @returns whether that is a whole run; otherwise this process fails
 */
export function endRun(runner: string, passed: number, measured: number): boolean {
  hasEnded = true;
  if ((process.exitCode ?? 0) !== 0) return true;
  if (passed === 0)
    fail(`${runner} ran no test case that passed: all are skipped, or none was found`);
  else if (measured < passed) {
    fail(
      `${runner} passed ${passed} test cases, and Perigee could measure ${measured}: a runner, pool or environment of the project's own configuration runs the others`,
    );
  } else return true;
  return false;
}

function fail(why: string): void {
  hasFailed = true;
  // Jest's forceExit has silenced the streams.
  writeSync(2, `Perigee: ${why}\n`);
  process.exitCode = 1;
}
