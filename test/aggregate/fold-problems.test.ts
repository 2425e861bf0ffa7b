import { expect, test } from 'vitest';
import { foldProblems } from '../../src/aggregate/fold-problems.ts';

const absent = { code: 'metric-absent', message: 'no disk counters', test: 'upload' };

test('the same problem of many repeats is said once, with its number', () => {
  const problems = [0, 1, 2].map((repeat) => ({ ...absent, side: 'after' as const, repeat }));
  expect(foldProblems(problems)).toEqual([
    { ...absent, message: 'no disk counters (3 times)', side: 'after' },
  ]);
});

test('the same problem of either side is one of both', () => {
  const problems = (['before', 'after'] as const).map((side) => ({ ...absent, side }));
  expect(foldProblems(problems)).toEqual([
    { ...absent, message: 'no disk counters (on both sides)' },
  ]);
  expect(foldProblems([...problems, absent])[0]?.message).toBe('no disk counters (3 times)');
});

test('different problems stay apart, in their order', () => {
  const problems = [absent, { ...absent, span: 'work' }, { ...absent, test: 'download' }];
  expect(foldProblems(problems)).toEqual(problems);
});

test('a message at the limit stays within it', () => {
  const long = { ...absent, message: 'x'.repeat(2000) };
  expect(foldProblems([long, long])[0]?.message).toHaveLength(2000);
});

test('what is beyond the limit is counted', () => {
  const problems = Array.from({ length: 5000 }, (_, index) => ({ ...absent, test: `t${index}` }));
  const folded = foldProblems(problems);
  expect(folded).toHaveLength(2000);
  expect(folded.at(-1)).toEqual({
    code: 'problems-left-out',
    message: '3001 more problems are in the run records',
  });
});
