import { expect, test } from 'vitest';
import { GithubRefused, GithubUnavailable } from '../../../bot/src/github/github-side.ts';
import { choosePauseMs, classifyFailure } from '../../../bot/src/work/failures.ts';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { CiRefused, CiUnavailable } from '../../../src/transport/ci/ci-errors.ts';

test.each([
  [new GithubUnavailable('limit', { retryAfterMs: 9_000 }), { kind: 'later', askedMs: 9_000 }],
  [new CiUnavailable('502'), { kind: 'later', askedMs: undefined }],
  [new StoreUnavailable('down'), { kind: 'later', askedMs: undefined }],
  [new GithubRefused('403'), { kind: 'refused' }],
  [new CiRefused('ci-not-found', 'no such run'), { kind: 'refused' }],
  [new TypeError('x is undefined'), { kind: 'defect' }],
  ['a text', { kind: 'defect' }],
])('%s is told from what waiting helps against', (error, failure) => {
  expect(classifyFailure(error)).toEqual(failure);
});

const patience = { firstPauseMs: 1_000, longestPauseMs: 300_000 };
test.each([
  ['the first pause is short', 1, undefined, 1_000],
  ['the next is twice as long', 2, undefined, 2_000],
  ['no pause is longer than the longest', 30, undefined, 300_000],
  ['never shorter than what was asked for', 1, 60_000, 60_000],
  ['a server whose clock is wrong is not believed', 1, 1e12, 3_600_000],
])('%s', (_what, tried, askedMs, pauseMs) => {
  expect(choosePauseMs(tried, askedMs, patience)).toBe(pauseMs);
});
