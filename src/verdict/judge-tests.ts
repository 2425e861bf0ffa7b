import { listBaseless } from '../contract/baseless-tests.ts';
import { labelTest } from '../contract/platforms.ts';
import { isUnaffected } from '../contract/unaffected-tests.ts';
import type { Build, TestOutcome } from '../contract/documents.ts';

/** The result of the tests' executions alone, whatever was measured in them. */
export interface TestFindings {
  /** Always passed before, and after never though it ran. */
  broken: string[];
  /** Those of them that always ran into their timeout. */
  timedOut: string[];
  /** Planned, never passed after, and not for sure because of the change. */
  unmeasured: string[];
  /** Planned before the change too, and passed after it alone: nothing shows that it is not slower. */
  baseless: readonly string[];
  /** Not measured, for they read the same on both sides. */
  unaffected: readonly string[];
}

/** A test that fails now and then does so twice in a row far more rarely than once. */
const fewestFailures = 2;

/** @param build of which the tests are; both sides were measured when absent */
export function judgeTests(
  tests: readonly TestOutcome[],
  build: Pick<Build, 'sides'> = {},
): TestFindings {
  const baseless = listBaseless(tests, build);
  const unaffected = tests.filter(isUnaffected).map(labelTest);
  const findings: TestFindings = { broken: [], timedOut: [], unmeasured: [], baseless, unaffected };
  for (const test of tests) {
    const { before, after } = test;
    const name = labelTest(test);
    if (after.passed > 0 || isUnaffected(test)) continue;
    const isSure = before.passed > 0 && countBad(before) === 0 && countBad(after) >= fewestFailures;
    if (!isSure) {
      // With nothing but values from before its series are undecided, which says enough.
      if (before.passed === 0 || countBad(after) > 0) findings.unmeasured.push(name);
      continue;
    }
    findings.broken.push(name);
    if (after.failed === 0) findings.timedOut.push(name);
  }
  return findings;
}

function countBad({ failed, timedOut }: TestOutcome['after']): number {
  return failed + timedOut;
}
