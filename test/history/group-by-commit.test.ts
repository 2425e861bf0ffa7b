import { expect, test } from 'vitest';
import { groupByCommit } from '../../src/history/group-by-commit.ts';

const change = (after: number, upTo: number, size = 0.1, isGradual = false) => ({
  ...{ range: { after, upTo }, change: size, isGradual },
});

test('changes that one commit may have made are one group, at the commits that all allow', () => {
  const groups = groupByCommit([change(90, 110), change(97, 103), change(99, 101)]);
  expect(groups).toMatchObject([{ range: { after: 99, upTo: 101 } }]);
  expect(groups[0]!.changes).toHaveLength(3);
});

test('the other direction, other commits, and slopes are groups of their own', () => {
  const all = [
    change(99, 101),
    change(99, 101, -0.1),
    change(101, 105),
    change(90, 130, 0.1, true),
  ];
  expect(groupByCommit(all)).toHaveLength(4);
});
