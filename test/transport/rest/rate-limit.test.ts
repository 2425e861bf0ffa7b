import { expect, test } from 'vitest';
import { readLimitMs, readRetryAfterMs } from '../../../src/transport/rest/rate-limit.ts';

const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
const nowS = Date.parse(date) / 1000;
const second = 1000;
const minute = 60_000;

type Row = [string, number, Record<string, string>, string, number | undefined];
const rows: Row[] = [
  ['a good answer with requests left', 200, { 'x-ratelimit-remaining': '12' }, '', undefined],
  ['a good answer without any limit, as of an own server', 200, {}, '', undefined],
  [
    'a good answer that took the last request',
    200,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowS + 90), date },
    '',
    91 * second,
  ],
  [
    'the primary limit of GitHub',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowS + 1800), date },
    'API rate limit exceeded',
    1801 * second,
  ],
  [
    'a primary limit that ended before its answer came',
    429,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowS - 5), date },
    '',
    second,
  ],
  [
    'a secondary limit with a time',
    403,
    { 'retry-after': '30' },
    'secondary rate limit',
    30 * second,
  ],
  ['a secondary limit in words alone', 403, {}, 'You have exceeded a secondary rate limit', minute],
  ['429 without any header', 429, {}, '', minute],
  [
    'a lack of permission',
    403,
    { 'x-ratelimit-remaining': '99' },
    'Resource not accessible',
    undefined,
  ],
  [
    'the limit of Buildkite',
    429,
    { 'ratelimit-remaining': '0', 'ratelimit-reset': '42' },
    '',
    42 * second,
  ],
  [
    'the limit that Buildkite has for each user',
    429,
    {
      ...{ 'ratelimit-remaining': '80', 'ratelimit-reset': '20' },
      ...{ 'ratelimit-user-remaining': '0', 'ratelimit-user-reset': '42' },
    },
    '',
    42 * second,
  ],
  [
    'a good answer that took the last request of a user',
    200,
    { 'ratelimit-remaining': '80', 'ratelimit-user-remaining': '0', 'ratelimit-user-reset': '7' },
    '',
    7 * second,
  ],
  [
    'a time that is a date',
    429,
    { 'retry-after': 'Sat, 21 Nov 2026 10:00:20 GMT', date },
    '',
    20 * second,
  ],
  ['a time that is nonsense', 429, { 'retry-after': '-3' }, '', minute],
  ['a time without an end', 429, { 'retry-after': '99999999' }, '', 120 * minute],
  [
    'a reset without a time to compare it with',
    403,
    { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(nowS) },
    '',
    minute,
  ],
];

test.each(rows)('%s', (_title, status, headers, text, expected) => {
  expect(readLimitMs({ status, headers: new Headers(headers), text }, 0)).toBe(expected);
});

test('where nobody says for how long, each wait is twice the last, up to a quarter of an hour', () => {
  const answer = { status: 429, headers: new Headers(), text: '' };
  const waits = [0, 1, 2, 3, 4, 30].map((earlier) => readLimitMs(answer, earlier));
  expect(waits).toEqual([1, 2, 4, 8, 15, 15].map((minutes) => minutes * minute));
});

test('a Retry-After of seconds is one of seconds', () => {
  expect(readRetryAfterMs(new Headers({ 'retry-after': '5' }))).toBe(5000);
});
