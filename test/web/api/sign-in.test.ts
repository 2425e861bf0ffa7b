import { expect, test } from 'vitest';
import { openSeal } from '../../../src/web/api/readers/sign-in.ts';

test('what was sealed opens with its own secret and use alone, and only unchanged', () => {
  const closed = openSeal('secret', 'session').close({ token: 'a' });
  expect(openSeal('secret', 'session').open(closed)).toEqual({ token: 'a' });
  expect(openSeal('other', 'session').open(closed)).toBeUndefined();
  expect(openSeal('secret', 'sign-in').open(closed)).toBeUndefined();
  const middle = Math.floor(closed.length / 2);
  const other = closed[middle] === 'A' ? 'B' : 'A';
  const changed = closed.slice(0, middle) + other + closed.slice(middle + 1);
  expect(openSeal('secret', 'session').open(changed)).toBeUndefined();
  expect(openSeal('secret', 'session').open('')).toBeUndefined();
});
