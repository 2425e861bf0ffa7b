import { expect, test } from 'vitest';
import type { SeriesDigest } from '../../../src/web/api/history/follow-series.ts';
import { isAlwaysZero } from '../../../src/web/api/routes/list-series.ts';

const digest: SeriesDigest = { commits: 2, recent: [0, 0], changes: [], creep: [] };

test.each([
  ['levels that are all zero', digest, true],
  ['one level that is not', { ...digest, recent: [0, 1] }, false],
  [
    'a run of a laptop with nothing before and after',
    { ...digest, recent: [], newestRun: { runId: '1', before: 0, after: 0 } },
    true,
  ],
  [
    'a run of a laptop that counted something',
    { ...digest, recent: [], newestRun: { runId: '1', before: 0, after: 2 } },
    false,
  ],
  ['what is not worked out yet', undefined, false],
])('whether a series was ever counted: %s', (_, found, isZero) => {
  expect(isAlwaysZero(found)).toBe(isZero);
});
