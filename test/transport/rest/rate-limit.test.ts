import { expect, test } from 'vitest';
import { readLimitMs, readRetryAfterMs } from '../../../src/transport/rest/rate-limit.ts';

const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
const nowS = Date.parse(date) / 1000;
const minute = 60_000;

/** `name: value`, separated by semicolons; a reset that has a sign is so many seconds from now. */
function readHeaders(text: string): Headers {
  const lines = text === '' ? [] : text.split('; ').map((line) => line.split(': '));
  const headers = new Headers({ date });
  for (const [name = '', value = ''] of lines) {
    if (value === 'none') headers.delete(name);
    else
      headers.set(
        name,
        /^[+-]\d+$/.test(value) && name.endsWith('reset') ? String(nowS + Number(value)) : value,
      );
  }
  return headers;
}

const none = 'x-ratelimit-remaining: 0';
const in20S = 'retry-after: Sat, 21 Nov 2026 10:00:20 GMT';
const ofUser = 'ratelimit-remaining: 80; ratelimit-user-remaining: 0; ratelimit-user-reset: 42';

test.each<[string, number, string, string, number | undefined]>([
  ['a good answer with requests left', 200, 'x-ratelimit-remaining: 12', '', undefined],
  ['a good answer without any limit, as of an own server', 200, '', '', undefined],
  ['a good answer that took the last request', 200, `${none}; x-ratelimit-reset: +90`, '', 91],
  ['the primary limit of GitHub', 403, `${none}; x-ratelimit-reset: +1800`, 'API rate', 1801],
  ['one that ended before its answer came', 429, `${none}; x-ratelimit-reset: -5`, '', 1],
  ['a secondary limit with a time', 403, 'retry-after: 30', 'secondary rate limit', 30],
  ['one in words alone', 403, '', 'You have exceeded a secondary rate limit', 60],
  ['429 without any header', 429, '', '', 60],
  ['a lack of permission', 403, 'x-ratelimit-remaining: 99', 'Resource not acc', undefined],
  ['the limit of Buildkite', 429, 'ratelimit-remaining: 0; ratelimit-reset: 42', '', 42],
  ['the limit that Buildkite has for each user', 429, `${ofUser}; ratelimit-reset: 20`, '', 42],
  ['a good answer that took the last request of a user', 200, ofUser, '', 42],
  ['a time that is a date', 429, in20S, '', 20],
  ['a time that is nonsense', 429, 'retry-after: -3; date: none', '', 60],
  ['nonsense that JavaScript takes for a date', 429, 'retry-after: -3', '', 60],
  ['words that it takes for one', 429, 'retry-after: soon 3', '', 60],
  ['a time without an end', 429, 'retry-after: 99999999', '', 7200],
  ['a reset without a time beside it', 403, `${none}; x-ratelimit-reset: +0; date: none`, '', 60],
])('%s', (_title, status, headers, text, seconds) => {
  const waitMs = readLimitMs({ status, headers: readHeaders(headers), text }, 0);
  expect(waitMs).toBe(seconds === undefined ? undefined : seconds * 1000);
});

test('where nobody says for how long, each wait is twice the last, up to a quarter of an hour', () => {
  const answer = { status: 429, headers: new Headers(), text: '' };
  const waits = [0, 1, 2, 3, 4, 30].map((earlier) => readLimitMs(answer, earlier));
  expect(waits).toEqual([1, 2, 4, 8, 15, 15].map((minutes) => minutes * minute));
});

test('a Retry-After of seconds is one of seconds', () => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': '5' }))).toBe(5000);
});
