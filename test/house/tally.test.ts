import { expect, test } from 'vitest';
import { listMutations } from '../../scripts/mutation/list-mutations.ts';
import { findImporters, listNearestTests } from '../../scripts/mutation/nearest-tests.ts';
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

const listWhat = (text: string): string[] => listMutations('some.ts', text).map(({ what }) => what);

test.each([
  ['a boundary is moved, and a comparison turned round', 'f = a < b;', ['a <= b', 'a >= b']],
  ['an equality is negated', 'f = a === b;', ['a !== b']],
  ['"and" is mistaken for "or"', 'f = a && b;', ['a || b']],
  ['a sum that must be numbers changes its sign', 'f = a - b;', ['a + b']],
  ['a condition is negated', 'f = a ? b : c;', ['!(a)']],
])('%s', (_, text, expected) => {
  const [dropped, ...instead] = listWhat(text).map((what) => what.split(' → ')[1]);
  expect([dropped, instead]).toEqual([';', expected]);
});

test('a constant is changed by one, and a flag to its opposite', () => {
  expect(listWhat('const most = 5_000;')).toEqual(['most = 5_000 → most = 5001']);
  expect(listWhat('const is = true;')).toEqual(['is = true → is = false']);
});

test('a statement is dropped, and so is a guard', () => {
  expect(listWhat('begin();')).toEqual(['begin(); → ;']);
  expect(listWhat('if (isOver) return;')).toEqual([
    'isOver → !(isOver)',
    'if (isOver) return; → ;',
  ]);
});

test('an `if` that does something is not dropped as a whole, only negated', () => {
  expect(listWhat('if (a) begin();')).toEqual(['a → !(a)', 'begin(); → ;']);
});

test('types and imports have nothing to mistake', () => {
  expect(listWhat("import { a } from 'b';\ntype Two = 1 | 2;\ninterface A { is: true }")).toEqual(
    [],
  );
});

test('a mutation names its line and gives the whole file', () => {
  expect(listMutations('some.ts', 'const a = 1;\nconst b = 2;')[1]).toEqual({
    line: 2,
    what: 'b = 2 → b = 3',
    text: 'const a = 1;\nconst b = 3;',
  });
});

const files = new Map([
  ['src/stats/median.ts', ''],
  ['src/verdict/judge.ts', "import { trim } from '../stats/median.ts';"],
  ['src/stats/other.ts', ''],
  ['test/verdict/judge.test.ts', "import { judge } from '../../src/verdict/judge.ts';"],
  ['test/stats/other.test.ts', "import { trim } from '../../src/stats/median.ts';"],
  ['test/stats/median.test.ts', "import { trim } from '../../src/stats/median.ts';"],
  ['test/stats/alone.test.ts', "import { other } from '../../src/stats/other.ts';"],
]);

test('the tests of a file are those that reach it, its own first and then the nearest', () => {
  expect(listNearestTests(findImporters(files), 'src/stats/median.ts')).toEqual([
    'test/stats/median.test.ts',
    'test/stats/other.test.ts',
    'test/verdict/judge.test.ts',
  ]);
});
