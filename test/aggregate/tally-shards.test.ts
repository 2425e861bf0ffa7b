import { expect, test } from 'vitest';
import { tallyShards } from '../../src/aggregate/tally-shards.ts';

const shard = (index: number, total: number, attempt = 1) => ({
  ...{ index, total, attempt },
  planDigest: '0'.repeat(64),
});

test.each([
  ['the last attempt', [shard(0, 3), shard(0, 2, 2)], 2, [0]],
  ['the larger number where one attempt says two', [shard(0, 3), shard(1, 2)], 3, [0]],
  ['an older attempt with more shards does not', [shard(0, 2, 2), shard(2, 3)], 2, [0]],
])('how many shards there are: %s counts, in any order', (_, shards, total, received) => {
  expect(tallyShards(shards)).toMatchObject({ total, received });
  expect(tallyShards(shards.toReversed())).toMatchObject({ total, received });
});

test('a shard beyond the number of all is none', () => {
  expect(tallyShards([shard(3, 3), shard(1, 3)])).toMatchObject({ received: [1], missing: [0, 2] });
});
