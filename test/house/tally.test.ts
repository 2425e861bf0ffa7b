import { expect, test } from 'vitest';
import {
  addTallies,
  describeTally,
  isGreen,
  tallyTap,
  tallyUnittest,
  tallyVitest,
} from '../../scripts/testing/tally.ts';

const report = (counts: object, testResults: object[] = []): object => ({
  ...{ numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 },
  ...counts,
  testResults,
});

test('passed, failed and skipped tests of vitest are counted apart', () => {
  const written = report({ numPassedTests: 7, numFailedTests: 2, numPendingTests: 1 });
  expect(tallyVitest(written, 1)).toEqual({ passed: 7, failed: 2, skipped: 1 });
});

test('a file that could not be loaded is a failure beside the tests that passed', () => {
  const files = [{ status: 'failed', assertionResults: [] }];
  expect(tallyVitest(report({ numPassedTests: 7 }, files), 1).failed).toBe(1);
});

test('an error outside any test fails the run', () => {
  expect(tallyVitest(report({ numPassedTests: 7 }), 1).failed).toBe(1);
});

test('no report, or no test in it, fails the run', () => {
  expect(tallyVitest(undefined, 0).failed).toBe(1);
  expect(tallyVitest(report({}), 0).failed).toBe(1);
});

test.each([
  ['Ran 5 tests in 0.1s\n\nOK', 0, { passed: 5, failed: 0, skipped: 0 }],
  ['Ran 5 tests in 0.1s\n\nOK (skipped=2)', 0, { passed: 3, failed: 0, skipped: 2 }],
  ['Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=2)', 1, { passed: 2, failed: 3, skipped: 0 }],
  ['Ran 0 tests in 0.0s\n\nOK', 0, { passed: 0, failed: 1, skipped: 0 }],
  ['SyntaxError: invalid syntax', 1, { passed: 0, failed: 1, skipped: 0 }],
])('unittest printed %j and ended with %i', (printed, code, expected) => {
  expect(tallyUnittest(printed, code)).toEqual(expected);
});

test('the last line is plain, and green only when something passed and nothing failed', () => {
  const one = { passed: 3, failed: 0, skipped: 1 };
  expect(describeTally(addTallies([one, one]))).toBe('6 passed, 0 failed');
  expect(isGreen(one)).toBe(true);
  expect(isGreen({ ...one, failed: 1 })).toBe(false);
  expect(isGreen(addTallies([]))).toBe(false);
});

test.each([
  ['1..2\nok 1 a\nok 2 b\n', 0, { passed: 2, failed: 0, skipped: 0 }],
  ['1..2\nok 1 a\nnot ok 2 b\n', 1, { passed: 1, failed: 1, skipped: 0 }],
  ['1..2\nok 1 a\nok 2 b # skip no zsh\n', 0, { passed: 1, failed: 0, skipped: 1 }],
  ['1..2\nok 1 a\n', 1, { passed: 1, failed: 1, skipped: 0 }],
  ['1..0\n', 0, { passed: 0, failed: 1, skipped: 0 }],
])(
  'what bats printed is counted, and a run that broke off has failed: %j',
  (printed, code, tally) => {
    expect(tallyTap(printed, code)).toEqual(tally);
  },
);
