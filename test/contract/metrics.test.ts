import { expect, test } from 'vitest';
import { builtInMetrics, findMetric, orderMetrics } from '../../src/contract/metrics.ts';
import { checkDocument } from '../../src/contract/validate.ts';
import { readExample } from './corpus.ts';

test('every metric of ours is one that the schema accepts', () => {
  const profile = JSON.parse(readExample('profile', 'valid', 'passed')) as object;
  const metrics = builtInMetrics.map(({ name, unit, direction, kind }) => ({
    ...{ name, unit, direction, kind },
    ...{ source: 'test', scope: 'tree', exactness: 'exact' },
  }));
  expect(checkDocument('profile', { ...profile, metrics }, 'x').metrics).toEqual(metrics);
});

test('no name and no title stands for two metrics', () => {
  const count = builtInMetrics.length;
  expect(new Set(builtInMetrics.map(({ name }) => name)).size).toBe(count);
  expect(new Set(builtInMetrics.map(({ title }) => title)).size).toBe(count);
});

test('a metric is found by its name, and only by that', () => {
  expect(findMetric('latency')).toMatchObject({ unit: 'ns', kind: 'duration', direction: 'lower' });
  expect(findMetric('Latency')).toBeUndefined();
  expect(findMetric('constructor')).toBeUndefined();
});

test('latency comes first, what a suite records itself last', () => {
  const names = ['ops', 'memory.peak', 'context_switches.voluntary', 'latency', 'cpu.total'];
  expect(orderMetrics(names)).toEqual([
    ...['latency', 'cpu.total', 'memory.peak', 'context_switches.voluntary', 'ops'],
  ]);
});
