import { expect, test } from 'vitest';
import { tellBudgets } from '../../../src/dashboard/words/tell-budgets.ts';

test('limits are unknown, or none, or said for each suite', () => {
  expect(tellBudgets(undefined)).toEqual([expect.stringContaining('not known here')]);
  expect(tellBudgets([])).toEqual([expect.stringContaining('No budget is set')]);
  expect(
    tellBudgets([
      { suite: 'sync', release: 0.05, year: 0.2, action: 'warn' },
      { suite: 'api', year: 0.1, action: 'block' },
    ]),
  ).toEqual([
    'Suite sync allows each series whose rule blocks 5.0% since the last release and 20.0% since the best level of a year. It only warns.',
    'Suite api allows each series whose rule blocks 10.0% since the best level of a year. Over it, what makes such a series worse is held back.',
  ]);
});
