import { expect, test } from 'vitest';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { planPatience } from '../../../src/transport/artifacts/plan-patience.ts';

test.each([
  ['nothing', 0, 20, 60],
  ['an event', 800, 20.002, 60.002],
  ['a record of 1 MiB', 1_048_576, 22.048, 62.048],
  ['the largest record', 32 * 1_048_576, 85.536, 125.536],
])('%s is waited for in %d bytes', (_, bytes, tryS, totalS) => {
  expect(planPatience(bytes)).toEqual({ tryMs: tryS * 1000, totalMs: totalS * 1000 });
});

test('the largest artifact has less than five minutes, all tries together', () => {
  expect(planPatience(artifactLimits.maxBytes).totalMs).toBeLessThan(5 * 60_000);
});
