import { expect, test } from 'vitest';
import { GithubRefused, GithubUnavailable } from '../../../bot/src/github/github-side.ts';
import { waitable, waitableOrRefused } from '../../../bot/src/reconcile/waitable.ts';
import { CiRefused, CiUnavailable } from '../../../src/transport/ci/ci-errors.ts';

test('an outage of the artifacts is waited for, as long as it says', async () => {
  const away = Promise.reject(new CiUnavailable('away', { retryAfterMs: 7000 }));
  const error: unknown = await waitable(away).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(GithubUnavailable);
  expect(error).toMatchObject({ message: 'away', retryAfterMs: 7000 });
});

test('a refusal to list artifacts is an answer, one to give what was listed is not', async () => {
  const refused = () => Promise.reject(new CiRefused('ci-not-allowed', 'no'));
  await expect(waitable(refused())).rejects.toBeInstanceOf(CiRefused);
  await expect(waitableOrRefused(refused())).rejects.toBeInstanceOf(GithubRefused);
});

test('what is a defect stays one', async () => {
  const defect = new TypeError('x is not a function');
  await expect(waitableOrRefused(Promise.reject(defect))).rejects.toBe(defect);
});
