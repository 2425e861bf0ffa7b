import { expect, test } from 'vitest';
import { findOddMachines } from '../../src/history/find-odd-machines.ts';

const offs = (run: string, ...spreads: number[]) => spreads.map((one) => ({ run, spreads: one }));

test('a machine is odd that most series find off, in the same direction', () => {
  const all = [...offs('slow', 4, 5, 3, 6, 0), ...offs('usual', 1, -1, 0, 4, 0.5)];
  expect([...findOddMachines(all)]).toEqual(['slow']);
});

test('a few series cannot tell a machine from a change', () => {
  expect(findOddMachines(offs('slow', 4, 5, 6)).size).toBe(0);
});
