import { expect, test } from 'vitest';
import {
  findSpent,
  openPurses,
  payAlsoFrom,
  payFrom,
  spend,
} from '../../../src/transport/rest/spending.ts';

function open() {
  let nowMs = 0;
  const told: string[] = [];
  const purse = openPurses({
    limits: { requests: 3, bytes: 100 },
    windowMs: 1_000,
    clockMs: () => nowMs,
    onSpent: (of) => told.push(of),
  });
  return { purse, told, wait: (ms: number) => void (nowMs += ms) };
}

test('who has spent all is told until when, and may again then', async () => {
  const { purse, told, wait } = open();
  const work = (count: number) =>
    payFrom([purse('pull request', '7')], async () => {
      for (let i = 0; i < count; i += 1) spend('requests', 1);
      await Promise.resolve();
      return findSpent();
    });
  expect(await work(2)).toBeUndefined();
  wait(400);
  const spent = {
    message: 'pull request 7 has spent its requests of this hour',
    retryAfterMs: 600,
  };
  expect(await work(1)).toEqual(spent);
  expect(await work(0)).toEqual(spent);
  expect(told).toEqual(['pull request']);
  wait(600);
  expect(await work(0)).toBeUndefined();
});

test('others are not asked to pay, not even those whose work goes on at the same time', async () => {
  const { purse } = open();
  const hostile = payFrom([purse('pull request', '7')], async () => {
    spend('bytes', 1_000);
    await Promise.resolve();
    return findSpent()?.message;
  });
  const honest = payFrom([purse('pull request', '8')], async () => {
    await Promise.resolve();
    return findSpent()?.message;
  });
  expect(await Promise.all([hostile, honest])).toEqual([
    'pull request 7 has spent its bytes of this hour',
    undefined,
  ]);
  expect(findSpent()).toBeUndefined();
});

test('an author who shows up later pays from then on, over all of their pull requests', async () => {
  const { purse } = open();
  const look = (number: string) =>
    payFrom([purse('pull request', number)], async () => {
      payAlsoFrom(purse('author', 'mallory'));
      spend('requests', 1);
      return findSpent()?.message;
    });
  expect([await look('1'), await look('2'), await look('3')]).toEqual([
    ...[undefined, undefined, 'author mallory has spent its requests of this hour'],
  ]);
});

test('whoever spent nothing for longest is forgotten first, so that many payers take no memory', async () => {
  const { purse } = open();
  const spendAll = (number: string): void => purse('pull request', number).spend('requests', 3);
  const isSpent = (number: string): boolean =>
    purse('pull request', number).findSpent() !== undefined;
  spendAll('quiet');
  spendAll('busy');
  for (let number = 0; number < 9_999; number += 1) {
    purse('pull request', String(number));
    if (number === 5_000) expect(isSpent('busy')).toBe(true);
  }
  expect(isSpent('busy')).toBe(true);
  expect(isSpent('quiet')).toBe(false);
});
