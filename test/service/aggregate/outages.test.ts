import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/series/series-store.ts';
import { createOutages, findOutage } from '../../../src/service/aggregate/outages.ts';
import {
  ArtifactRefused,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';

test('what a build waits for is forgotten when nobody tries it any more', () => {
  let nowMs = 0;
  const outages = createOutages(() => nowMs);
  outages.note('a', 'artifacts', 'no disk');
  outages.note('b', 'artifacts', 'no disk');
  outages.note('c', 'ci', 'rate limit');
  expect(outages.list('artifacts')).toEqual(['no disk']);
  nowMs = 300_001;
  expect(outages.list('artifacts')).toEqual([]);
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
