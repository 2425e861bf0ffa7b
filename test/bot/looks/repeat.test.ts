import { expect, test } from 'vitest';
import { repeat } from '../../../bot/src/looks/repeat.ts';

const never = (error: unknown): void => {
  throw error;
};

test('what is in work when it is closed is waited for, and not begun again', async () => {
  let begun = 0;
  let finish = (): void => undefined;
  const repetition = repeat(async () => {
    begun += 1;
    await new Promise<void>((resolve) => (finish = resolve));
    return 0;
  }, never);
  let isClosed = false;
  const closing = repetition.close().then(() => (isClosed = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  finish();
  await closing;
  expect(begun).toBe(1);
});

test('between two times it closes at once', async () => {
  let begun = 0;
  const repetition = repeat(async () => {
    begun += 1;
    return 60_000;
  }, never);
  await new Promise((resolve) => setImmediate(resolve));
  await repetition.close();
  expect(begun).toBe(1);
});

test('a fault is told, and is no end', async () => {
  const faults: unknown[] = [];
  const repetition = repeat(
    () => Promise.reject(new Error('once')),
    (error) => faults.push(error),
  );
  await new Promise((resolve) => setImmediate(resolve));
  await repetition.close();
  expect(faults).toEqual([new Error('once')]);
});
