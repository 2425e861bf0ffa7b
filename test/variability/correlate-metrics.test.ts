import { expect, test } from 'vitest';
import { correlateMetrics } from '../../src/variability/correlate-metrics.ts';

const runs = [1, 2, 3, 4, 5].map((latency, place) => ({
  round: 0,
  place,
  values: {
    constant: 7,
    'cpu.total': 10 * latency,
    latency,
    ...(place > 2 ? { rare: place } : {}),
  },
  hostLoad: { stealShare: 1 / latency },
}));
const span = { test: 'a', span: 'b', annotations: {} };

test('what changes is correlated with all that changes, latency first', () => {
  const [matrix] = correlateMetrics({ ...span, runs });
  expect(matrix?.names).toEqual([
    'latency',
    'cpu.total',
    'rare',
    'host.steal',
    'order of the runs',
  ]);
  expect(matrix?.spearman[0]?.map((r) => r && Math.round(r * 1e9) / 1e9)).toEqual([
    ...[1, 1, null, -1, 1],
  ]);
});

test('where nothing changes there is no matrix', () => {
  const same = [{ round: 0, place: 0, values: { latency: 1 }, hostLoad: {} }];
  expect(correlateMetrics({ ...span, runs: same })).toEqual([]);
});
