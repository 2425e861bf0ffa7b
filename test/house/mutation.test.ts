import { expect, test } from 'vitest';
import { listMutations } from '../../scripts/mutation/list-mutations.ts';
import { findImporters, listNearestTests } from '../../scripts/mutation/nearest-tests.ts';

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
