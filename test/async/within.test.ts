import { expect, test } from 'vitest';
import { Late, within } from '../../src/async/within.ts';

const never = new Promise<never>(() => undefined);

test('an answer in time is given, and so is its error', async () => {
  expect(await within(60_000, Promise.resolve('here'))).toBe('here');
  await expect(within(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('what does not answer in time is late', async () => {
  await expect(within(1, never)).rejects.toBeInstanceOf(Late);
  await expect(within(1, never, () => new Error('come again'))).rejects.toThrow('come again');
});
