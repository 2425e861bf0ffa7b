import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { choosePauseMs, findOutage } from '../../../src/service/aggregate/patience.ts';
import {
  ArtifactRefused,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';

test.each([
  { tried: 1, asked: undefined, chance: 0, pause: 100 },
  { tried: 1, asked: undefined, chance: 0.999, pause: 199.9 },
  { tried: 4, asked: undefined, chance: 0.5, pause: 1_200 },
  { tried: 40, asked: undefined, chance: 0.5, pause: 45_000 },
  { tried: 1, asked: 30_000, chance: 0.5, pause: 30_000 },
  { tried: 9, asked: 10, chance: 0.5, pause: 38_400 },
  { tried: 1, asked: 1e12, chance: 0.5, pause: 3_600_000 },
])('after try $tried, asked for $asked ms, the pause is $pause ms', (row) => {
  expect(choosePauseMs(row.tried, row.asked, row.chance)).toBeCloseTo(row.pause, 6);
});

test('only what waiting helps against is an outage', () => {
  expect(findOutage(new StoreUnavailable('full', { retryAfterMs: 7 }))).toEqual({
    from: 'series',
    askedMs: 7,
  });
  expect(findOutage(new Unavailable('rate limit'))).toEqual({ from: 'ci', askedMs: undefined });
  expect(findOutage(new ArtifactsUnavailable({ seen: 'no disk' }))).toMatchObject({
    from: 'artifacts',
  });
  expect(findOutage(new Refused('ci-not-found', 'no such run'))).toBeUndefined();
  expect(findOutage(new ArtifactRefused('artifact-damaged', 'x'))).toBeUndefined();
  expect(findOutage(new TypeError('x'))).toBeUndefined();
});
