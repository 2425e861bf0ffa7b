import { expect, test } from 'vitest';
import { isCommit, keepAnswers } from '../../../src/transport/rest/keep-answers.ts';

function startClock() {
  const time = { now: 0 };
  const clock = {
    epochMs: () => time.now,
    monotonicMs: () => time.now,
    wait: async () => undefined,
  };
  return { time, clock };
}

test('a question is asked once, also while its answer is on its way', async () => {
  const { clock } = startClock();
  const kept = keepAnswers(clock, { entries: 10, forMs: 1_000 });
  let asked = 0;
  const ask = async () => `answer ${++asked}`;
  const [first, second] = await Promise.all([
    kept.answer(['a', 1], ask),
    kept.answer(['a', 1], ask),
  ]);
  expect([first, second, await kept.answer(['a', 1], ask)]).toEqual(Array(3).fill('answer 1'));
  expect(await kept.answer(['a', '1'], ask)).toBe('answer 2');
});

test('an answer that is too old is asked for anew', async () => {
  const { clock, time } = startClock();
  const kept = keepAnswers(clock, { entries: 10, forMs: 1_000 });
  expect(await kept.answer(['a'], async () => 1)).toBe(1);
  time.now = 999;
  expect(await kept.answer(['a'], async () => 2)).toBe(1);
  time.now = 1_000;
  expect(await kept.answer(['a'], async () => 3)).toBe(3);
});

test('what is not there is asked for again', async () => {
  const { clock } = startClock();
  const kept = keepAnswers(clock, { entries: 10, forMs: 1_000 });
  expect(
    await kept.answer(['a'], async (): Promise<string | undefined> => undefined),
  ).toBeUndefined();
  expect(await kept.answer(['a'], async () => 'there')).toBe('there');
});

test('a failure is not kept, and neither is a text that is too long', async () => {
  const { clock } = startClock();
  const kept = keepAnswers(clock, { entries: 10, forMs: 1_000, longestText: 3 });
  await expect(kept.answer(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await kept.answer(['a'], async () => 'long')).toBe('long');
  expect(await kept.answer(['a'], async () => 'new')).toBe('new');
  expect(await kept.answer(['a'], async () => 'not')).toBe('new');
});

test('no more are kept than were asked for, and the oldest goes', async () => {
  const { clock } = startClock();
  const kept = keepAnswers(clock, { entries: 2, forMs: 1_000 });
  for (const key of ['a', 'b', 'c']) await kept.answer([key], async () => key);
  expect(await kept.answer(['c'], async () => 'anew')).toBe('c');
  expect(await kept.answer(['a'], async () => 'anew')).toBe('anew');
});

test('only a whole commit id is one', () => {
  expect(isCommit('a'.repeat(40))).toBe(true);
  expect(isCommit('a'.repeat(64))).toBe(true);
  expect(['main', 'a'.repeat(39), `${'a'.repeat(39)}g`, 'A'.repeat(40)].some(isCommit)).toBe(false);
});
