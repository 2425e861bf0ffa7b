import { expect, test } from 'vitest';
import { shareLogSpace } from '../../../src/transport/artifacts/pack-logs.ts';

test.each([
  ['logs that fit stay whole', [10, 20, 30], 60, Infinity],
  ['no logs at all need nothing', [], 60, Infinity],
  ['one long log pays for itself alone', [10, 20, 1000], 60, 30],
  ['two long logs share what the short one leaves', [10, 500, 1000], 60, 25],
  ['many logs of one size get the same each', [100, 100, 100, 100], 60, 15],
])('%s', (_title, sizes, maxBytes, share) => {
  expect(shareLogSpace(sizes, maxBytes)).toBe(share);
  const kept = sizes.reduce((sum, size) => sum + Math.min(size, share), 0);
  expect(kept).toBeLessThanOrEqual(maxBytes);
});
