import type { TestOutcome } from '../contract/documents.ts';

/** What the executions of the tests alone say, whatever was measured in them. */
export interface TestFindings {
  /** Passed before at least once, and after never though it ran. */
  broken: string[];
  /** Of those, the ones that only ever ran into their timeout. */
  timedOut: string[];
  /** Planned, and no execution passed on either side. */
  unmeasured: string[];
}

export function judgeTests(tests: readonly TestOutcome[]): TestFindings {
  const findings: TestFindings = { broken: [], timedOut: [], unmeasured: [] };
  for (const { name, before, after } of tests) {
    if (after.passed > 0) continue;
    if (before.passed === 0) {
      findings.unmeasured.push(name);
    } else if (after.failed + after.timedOut > 0) {
      findings.broken.push(name);
      if (after.failed === 0) findings.timedOut.push(name);
    }
  }
  return findings;
}
