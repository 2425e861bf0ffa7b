import { expect, test } from 'vitest';
import { type CommitFacts, findReverted, listReverts } from '../../../src/gate/record/reverts.ts';

const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];

test.each([
  [`Revert "slower"\n\nThis reverts commit ${a}.\n`, [a]],
  [`Revert "Merge topic"\n\nThis reverts commit ${a}, reversing\nchanges made to ${b}.\n`, [a]],
  [`This reverts commit ${a}.\n\nThis reverts commit ${b}.\nThis reverts commit ${a}.`, [a, b]],
  [`Undo it\r\n\r\nThis reverts commit ${a}.\r\n`, [a]],
  [`It says "This reverts commit ${a}" in passing`, []],
  ['This reverts commit abc1234.', []],
  [`This reverts commit ${a}0`, []],
  ['', []],
])('the message %j reverts %j', (message, reverts) => {
  expect(listReverts(message)).toEqual(reverts);
});

const facts = (known: Record<string, CommitFacts>): Map<string, CommitFacts> =>
  new Map(Object.entries(known));

test('a commit is reverted by its name, and others are not', () => {
  expect([...findReverted([a], [a, b], new Map())]).toEqual([a]);
});

test('a commit with the files of a reverted one is reverted, and unknown files are equal to none', () => {
  const known = facts({
    [a]: { tree: 't1', parents: [] },
    [b]: { tree: 't1', parents: [] },
    [c]: { tree: 't2', parents: [] },
  });
  expect([...findReverted([a], [b, c, d], known)]).toEqual([b]);
});

test('of a reverted merge what it brought is reverted, and the branch before it is not', () => {
  const known = facts({ [a]: { tree: 't1', parents: [b, c] } });
  expect([...findReverted([a], [b, c], known)]).toEqual([c]);
});
