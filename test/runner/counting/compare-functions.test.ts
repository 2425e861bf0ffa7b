import { expect, test } from 'vitest';
import type { FunctionCount } from '../../../src/contract/execution.ts';
import { compareFunctions } from '../../../src/runner/counting/compare-functions.ts';

const one = (self: number, calls: number, callers: [string, number][] = []): FunctionCount => ({
  ...{ self, calls, callers: new Map(callers) },
});

test('the function whose own instructions changed most comes first, with its calls and its caller', () => {
  const before = new Map([
    ['main', one(50, 1)],
    ['load', one(100, 1, [['main', 500]])],
    ['parse', one(400, 10, [['load', 400]])],
  ]);
  const after = new Map([
    ['main', one(50, 1)],
    ['load', one(110, 1, [['main', 910]])],
    [
      'parse',
      one(800, 20, [
        ['load', 700],
        ['main', 100],
      ]),
    ],
  ]);

  expect(compareFunctions(before, after)).toEqual([
    { name: 'parse', before: 400, after: 800, callsBefore: 10, callsAfter: 20, caller: 'load' },
    { name: 'load', before: 100, after: 110, callsBefore: 1, callsAfter: 1, caller: 'main' },
  ]);
});

test('a function that one side lacks has nothing there', () => {
  const [found] = compareFunctions(new Map(), new Map([['check', one(30, 3)]]));

  expect(found).toMatchObject({ name: 'check', before: 0, after: 30, callsBefore: 0 });
});

test('equal counts move nothing', () => {
  const counts = new Map([['main', one(50, 1)]]);
  expect(compareFunctions(counts, counts)).toEqual([]);
});
