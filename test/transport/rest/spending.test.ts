import { expect, test } from 'vitest';
import { createRandom } from '../../../src/stats/random.ts';
import { mayTake, shareBudget } from '../../../src/transport/rest/share-budget.ts';
import {
  findSpent,
  openPurses,
  payAlsoFrom,
  payFrom,
  spend,
} from '../../../src/transport/rest/spending.ts';
import { makeClock } from './make-clock.ts';

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

test('a repository alone may take all that there is', () => {
  const taken = new Map([['sync', 4999]]);
  expect(mayTake(taken, 'sync', { limit: 5000, left: 1 })).toBe(true);
  expect(mayTake(taken, 'sync', { limit: 5000, left: 0 })).toBe(false);
});

test('of the last fifth only those take who have had less than the others', () => {
  const taken = new Map([
    ['busy', 3900],
    ['quiet', 200],
  ]);
  expect(mayTake(taken, 'busy', { limit: 5000, left: 1001 })).toBe(true);
  expect(mayTake(taken, 'busy', { limit: 5000, left: 900 })).toBe(false);
  expect(mayTake(taken, 'quiet', { limit: 5000, left: 900 })).toBe(true);
  expect(mayTake(taken, 'new', { limit: 5000, left: 900 })).toBe(true);
});

test('what is refused may come when the window is over', () => {
  const clock = makeClock();
  const budget = shareBudget(clock, 'the comments of this hour', {
    limit: 10,
    windowMs: 3_600_000,
  });
  for (let index = 0; index < 10; index++) budget.take(77, 'acme/sync');
  clock.pass(60_000);
  expect(() => budget.take(77, 'acme/sync')).toThrow(
    'acme/sync has had its share of the comments of this hour; what is left is for others',
  );
  try {
    budget.take(77, 'acme/sync');
  } catch (error) {
    expect(error).toMatchObject({ name: 'Unavailable', retryAfterMs: 3_540_000 });
  }
  budget.take(78, 'globex/one');
  clock.pass(3_540_000);
  budget.take(77, 'acme/sync');
});

test('what GitHub says is left counts more than what we have counted', () => {
  const clock = makeClock();
  const budget = shareBudget(clock, 'the requests of this hour');
  for (let index = 0; index < 20; index++) budget.take(77, 'acme/busy');
  budget.note(77, { limit: 5000, left: 600 }, 1_200_000);
  budget.take(77, 'acme/quiet');
  for (let index = 0; index < 2; index++) budget.take(77, 'acme/busy');
  expect(() => budget.take(77, 'acme/busy')).toThrow('has had its share of the requests');
  budget.take(77, 'acme/quiet');
  budget.note(77, { limit: 5000, left: 4990 }, 3_600_000);
  budget.take(77, 'acme/busy');
});

test('what GitHub did not count is no part of what a repository has had', () => {
  const budget = shareBudget(makeClock(), 'the requests of this hour');
  budget.note(77, { limit: 5000, left: 600 }, 1_200_000);
  budget.take(77, 'acme/quiet');
  for (let index = 0; index < 20; index++) {
    budget.take(77, 'acme/busy');
    budget.giveBack(77, 'acme/busy');
  }
  budget.take(77, 'acme/busy');
  budget.take(77, 'acme/busy');
  expect(() => budget.take(77, 'acme/busy')).toThrow('has had its share of the requests');
});

test('a burst of one repository leaves to each of the others all that it asks for', () => {
  const seed = 11;
  const random = createRandom(seed);
  const limit = 500;
  const fixed = { limit, windowMs: 3_600_000 };
  const budget = shareBudget(makeClock(), 'the comments', fixed);
  const got = { busy: 0, others: 0 };
  const refused = { busy: 0, others: 0 };
  while (got.busy + got.others < limit) {
    // Nine of ten are of the busy one.
    const isBusy = random() < 0.9;
    const who = isBusy ? 'busy' : `other-${Math.floor(random() * 3)}`;
    try {
      budget.take(77, who);
      got[isBusy ? 'busy' : 'others'] += 1;
    } catch {
      refused[isBusy ? 'busy' : 'others'] += 1;
    }
  }
  expect({ seed, refused: refused.others }).toEqual({ seed, refused: 0 });
  expect(refused.busy).toBeGreaterThan(0);
  expect(got.others).toBeGreaterThanOrEqual(limit / 5);
});
