import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/adapters.ts';
import { readResults } from '../../src/adapters/read-results.ts';
import type { Results } from '../../src/contract/execution.ts';
import { formatQuantity, shownUnit } from '../../src/contract/units.ts';
import schema from '../../schemas/config.schema.json' with { type: 'json' };
import { expectSection } from '../golden-sections.ts';
import { recorded } from './recorded.ts';

/** One line a number, as a person would check it against the tool's own output. */
function list(results: Results): string {
  if ('fault' in results) return `fault: ${results.fault}\n`;
  const metrics = new Map(results.metrics.map((metric) => [metric.name, metric]));
  const lines = results.spans.flatMap(({ span, annotations, values, spreads = {} }) =>
    Object.entries(values).map(([name, value]) => {
      const metric = metrics.get(name);
      if (metric === undefined) throw new Error(`${name} is not described`);
      const spread = spreads[name];
      return [
        [span, ...Object.entries(annotations).map((pair) => pair.join('='))].join(' '),
        `${name} ${formatQuantity(value, shownUnit(metric), 6)}, ${metric.direction} is better`,
        ...(spread === undefined ? [] : [`of ${spread.count} values`]),
      ].join(' | ');
    }),
  );
  return `${results.format}\n${lines.join('\n')}\n`;
}

describe.each(recorded)('$file', ({ adapter, file, text }) => {
  test('is detected, and read as its tool means it', () => {
    const results = readResults(text, 'auto');
    expect(results).toMatchObject({ format: adapter });
    expect(results).toEqual(readResults(text, adapter));
    expectSection(new URL('recorded-numbers.txt', import.meta.url), file, list(results));
  });

  test('cut off anywhere, it is read in part or refused in words', () => {
    for (let share = 0; share < 1; share += 0.05) {
      const results = readResults(text.slice(0, Math.floor(text.length * share)), adapter);
      if ('fault' in results) expect(results.fault).toMatch(/^[^\n]{10,400}$/);
    }
  });
});

test.each([
  ['', 'auto', 'it is empty: the tool wrote nothing'],
  ['hello\nworld\n', 'auto', /^no known tool wrote "hello"; name the format, one of vitest, /],
  [
    '{"a": [1,\n2,\n',
    'auto',
    /^no known tool wrote this, which is not whole JSON and ends at line 2/,
  ],
  ['{"files": [\n{"groups": [', 'vitest', /^line 2: not JSON from here on: it was cut off/],
  ['{"files": []}', 'vitest', 'no benchmark in "files": the run was empty, or cut off'],
  [
    '{"files": [{"groups": [{"benchmarks": [{}], "fullName": "a"}]}]}',
    'vitest',
    'files[0].groups[0].benchmarks[0].name is missing',
  ],
  [
    '{"results": [{"command": "a", "mean": -1}]}',
    'hyperfine',
    'results[0].mean is -1, not a finite number, 0 or more',
  ],
  ['BenchmarkSort-2 100 12 ns/op 5', 'go', 'line 1: Sort: a value without a unit, as if cut off'],
  ['goos: linux\nPASS\n', 'go', /^no line of a benchmark, such as "BenchmarkSort-2/],
  [
    'goos: linux\n--- FAIL: BenchmarkSort\n',
    'go',
    'line 2: go test failed: --- FAIL: BenchmarkSort',
  ],
  ['x', 'vitests', /^there is no format "vitests", only auto, vitest, /],
  ['['.repeat(100_000), 'auto', 'lists and objects nested more than 200 deep'],
] as const)('%j as %s is refused: %s', (text, format, why) => {
  const results = readResults(text, format);
  if (!('fault' in results)) throw new Error('it was read');
  if (typeof why === 'string') expect(results.fault).toBe(why.replace('Sort:', 'BenchmarkSort-2:'));
  else expect(results.fault).toMatch(why);
});

test.each([
  ['customSmallerIsBetter', 'lower'],
  ['customBiggerIsBetter', 'higher'],
])('%s says which way is better', (format, direction) => {
  const entries = [
    { name: 'parse', unit: 'ms', value: 12.5, range: '3' },
    { name: 'bundle', unit: 'kB', value: 3 },
    { name: 'speed', unit: 'frames/s', value: 60 },
  ];
  const results = readResults(JSON.stringify(entries), format);
  expect(results).toMatchObject({
    metrics: [
      { name: 'time', unit: 'ns', direction },
      { name: 'size', unit: 'bytes', direction },
      { name: 'frames_per_s', unit: 'count', unitName: 'frames/s', direction },
    ],
    spans: [
      { span: 'parse', values: { time: 12.5e6 } },
      { span: 'bundle', values: { size: 3000 } },
      { span: 'speed', values: { frames_per_s: 60 } },
    ],
  });
});

test('the format of Bencher has benchmarks, measures and values', () => {
  const document = {
    'sort words': { latency: { value: 88, lower_value: 87, upper_value: 89 } },
    server: { throughput: { value: 1200 }, allocs: { value: 3 } },
  };
  expect(readResults(JSON.stringify(document), 'auto')).toMatchObject({
    format: 'bencher',
    metrics: [
      { name: 'time', unit: 'ns', direction: 'lower' },
      { name: 'throughput', unitName: 'ops/s', direction: 'higher' },
      { name: 'allocs', direction: 'lower' },
    ],
  });
});

test('what a tool repeated within one execution is one value, with its spread', () => {
  const text = 'BenchmarkSort-2 10 10 ns/op\nBenchmarkSort-2 10 30 ns/op\n';
  expect(readResults(text, 'go')).toMatchObject({
    spans: [
      {
        span: 'Sort',
        annotations: { procs: 2 },
        occurrences: 1,
        values: { time: 20 },
        spreads: { time: { count: 2 } },
      },
    ],
  });
});

test('perigee.yml may name every adapter, and no other', () => {
  const { enum: formats } = schema.$defs.results.properties.format;
  expect(formats.toSorted()).toEqual(['auto', ...adapters.map(({ name }) => name)].toSorted());
});

test('names of a tool that no span may have are made fit', () => {
  const text = JSON.stringify({ 'a\u0007\nb': { Latency_P: { value: 1 } } });
  expect(readResults(text, 'bencher')).toMatchObject({ spans: [{ span: 'a b' }] });
});
