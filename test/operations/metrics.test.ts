import { expect, test } from 'vitest';
import { createMetricRegistry } from '../../src/operations/metrics.ts';

test('all kinds are rendered as Prometheus reads them', () => {
  const registry = createMetricRegistry();
  const letters = registry.counter('letters_total', 'Letters.');
  letters.add(2, { reason: 'a "quoted"\nreason\\' });
  registry.counter('moves_total', 'Never moved.');
  registry.gauge('pending', 'Builds.').set(7);
  const delay = registry.histogram('delay_seconds', 'Delay.', [1, 5]);
  for (const value of [0.5, 3, 9]) delay.observe(value);
  expect(registry.render().split('\n')).toEqual([
    '# HELP letters_total Letters.',
    '# TYPE letters_total counter',
    'letters_total{reason="a \\"quoted\\"\\nreason\\\\"} 2',
    '# HELP moves_total Never moved.',
    '# TYPE moves_total counter',
    'moves_total 0',
    '# HELP pending Builds.',
    '# TYPE pending gauge',
    'pending 7',
    '# HELP delay_seconds Delay.',
    '# TYPE delay_seconds histogram',
    'delay_seconds_bucket{le="1"} 1',
    'delay_seconds_bucket{le="5"} 2',
    'delay_seconds_bucket{le="+Inf"} 3',
    'delay_seconds_sum 12.5',
    'delay_seconds_count 3',
    '',
  ]);
});
