/** Tools that do not run here: examples made after the documentation that docs/adapters.md cites. */
import { expect, test } from 'vitest';
import { readResults } from '../../src/adapters/read-results.ts';

test('BenchmarkDotNet: the median in nanoseconds, what was allocated, the parameters', () => {
  const statistics = {
    OriginalValues: [100, 120, 110],
    N: 3,
    Mean: 110,
    Median: 110,
    StandardDeviation: 10,
  };
  const document = {
    Title: 'Words-20261122',
    HostEnvironmentInfo: { BenchmarkDotNetVersion: '0.15.0' },
    Benchmarks: [
      {
        ...{ Namespace: 'Words', Type: 'Lists', Method: 'Sort', Parameters: 'Size=100&Kind=fast' },
        Statistics: statistics,
        Memory: { BytesAllocatedPerOperation: 512 },
      },
      { Type: 'Lists', Method: 'Broken', Parameters: '', Statistics: null },
    ],
  };
  expect(readResults(JSON.stringify(document), 'auto')).toMatchObject({
    format: 'benchmarkdotnet',
    spans: [
      {
        span: 'Lists.Sort',
        annotations: { Size: '100', Kind: 'fast' },
        values: { time: 110, allocated: 512 },
        spreads: { time: { count: 3 } },
      },
    ],
    failed: ['Lists.Broken'],
  });
});

test('nanobench: the median of an operation of the batch', () => {
  const document = {
    results: [
      {
        title: 'words',
        name: 'sort',
        unit: 'word',
        batch: 400,
        epochs: 11,
        'median(elapsed)': 4e-5,
      },
    ],
  };
  expect(readResults(JSON.stringify(document), 'auto')).toMatchObject({
    format: 'nanobench',
    spans: [{ span: 'words > sort', values: { time: expect.closeTo(100) as number } }],
  });
});

test('Lighthouse: measured audits of the page, not its scores', () => {
  const document = {
    lighthouseVersion: '12.0.0',
    categories: { performance: { score: 0.5 } },
    audits: {
      'first-contentful-paint': { numericValue: 1234.5, numericUnit: 'millisecond', score: 0.9 },
      'cumulative-layout-shift': { numericValue: 0.02, numericUnit: 'unitless' },
      'total-byte-weight': { numericValue: 5000, numericUnit: 'byte' },
    },
  };
  expect(readResults(JSON.stringify(document), 'auto')).toMatchObject({
    format: 'lighthouse',
    spans: [
      {
        span: 'whole test',
        values: {
          first_contentful_paint: 1234.5e6,
          cumulative_layout_shift: 0.02,
          total_bytes: 5000,
        },
      },
    ],
  });
  const failed = {
    ...document,
    runtimeError: { code: 'NO_FCP', message: 'The page did not paint' },
  };
  expect(readResults(JSON.stringify(failed), 'auto')).toEqual({
    fault: 'Lighthouse failed: The page did not paint',
  });
});

test('k6: the data of handleSummary has its values one level deeper than the export', () => {
  const document = {
    root_group: { name: '' },
    metrics: {
      iterations: { type: 'counter', contains: 'default', values: { count: 20, rate: 10 } },
      http_req_duration: {
        type: 'trend',
        contains: 'time',
        values: { med: 2, 'p(90)': 5, max: 9 },
      },
    },
  };
  expect(readResults(JSON.stringify(document), 'auto')).toMatchObject({
    format: 'k6',
    spans: [
      {
        values: {
          iterations: 10,
          'http_req_duration.p50': 2e6,
          'http_req_duration.p90': 5e6,
          'http_req_duration.max': 9e6,
        },
      },
    ],
  });
});

test('JMH: what a profiler counted stands beside the score', () => {
  const document = [
    {
      ...{ benchmark: 'words.Sort.sort', mode: 'avgt', params: {} },
      primaryMetric: { score: 2, scoreUnit: 'us/op', scorePercentiles: {}, rawData: [[2, 2.5]] },
      secondaryMetrics: { 'gc.alloc.rate.norm': { score: 64, scoreUnit: 'B/op' } },
    },
  ];
  expect(readResults(JSON.stringify(document), 'auto')).toMatchObject({
    format: 'jmh',
    spans: [{ values: { time: 2000, gc_alloc_rate_norm: 64 } }],
  });
});
