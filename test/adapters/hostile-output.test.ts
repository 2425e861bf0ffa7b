/** What no tool writes, but a test may print or leave behind: a fault in words. */
import { describe, expect, test } from 'vitest';
import { adapters } from '../../src/adapters/adapters.ts';
import type { Adapter } from '../../src/adapters/adapter.ts';
import { foldNumbers } from '../../src/adapters/fold-numbers.ts';
import { longestLine } from '../../src/adapters/json.ts';
import { readResults } from '../../src/adapters/read-results.ts';
import { recorded, readFault } from './recorded.ts';

const json = (value: unknown): string => JSON.stringify(value);

const textFiles = recorded.filter(({ text }) => !/^\s*[[{]/.test(text));

test.each(textFiles)('$file: a line too long for a tool is skipped', ({ adapter, text }) => {
  const long = 'x'.padEnd(longestLine + 1);
  expect(readResults(`${long}x\n${text}\n${long}x\n`, adapter)).toEqual(
    readResults(`x\n${text}\nx\n`, adapter),
  );
});

test('a line too long for a tool is no sign of it', () => {
  const line = `${'x'.repeat(longestLine)} x 5,672 ops/sec ±1.77% (80 runs sampled)`;
  expect(readFault(line, 'auto')).toMatch(/^no known tool wrote/);
});

test('a mark of the byte order before JSON is no part of it', () => {
  const text = json({ a: { latency: { value: 1 } } });
  expect(readResults(`\uFEFF${text}`, 'auto')).toEqual(readResults(text, 'auto'));
});

test('a defect of an adapter is a fault of that output, with the format', () => {
  const broken: Adapter = {
    name: 'broken',
    detects: () => true,
    read: () => {
      throw new RangeError('Maximum call stack size exceeded');
    },
  };
  expect(readResults('x', 'auto', [broken])).toEqual({
    fault: 'it could not be read as broken: Maximum call stack size exceeded',
  });
});

test('a benchmark with more metrics than an execution may have is refused', () => {
  const measured = Array.from({ length: 500 }, (_, i) => `1 u${i}`).join(' ');
  expect(readFault(`BenchmarkSort 1 ${measured}`, 'go')).toBe('more than 40 different metrics');
});

describe('limits hold while it is read', () => {
  const bench = (name: string) => ({ fullname: name, stats: { median: 1, data: [] } });
  const document = (benchmarks: unknown[]) => json({ machine_info: {}, benchmarks });

  test('of benchmarks: what follows the last one is never looked at', () => {
    const benches = Array.from({ length: 10_001 }, (_, i) => bench(`b${i}`));
    expect(readFault(document([...benches, 'no benchmark']), 'auto')).toBe(
      'more than 10000 benchmarks',
    );
  });

  test('of numbers', () => {
    const number = {
      span: 'a',
      metric: 'time',
      value: 1,
      unit: 'ns',
      direction: 'lower',
      isRepeat: true,
    } as const;
    function* endless() {
      for (;;) yield number;
    }
    expect(() => foldNumbers(endless(), 'x')).toThrow('more than 1000000 numbers');
  });

  test('of failed benchmarks', () => {
    const benchmarks = Array.from({ length: 10_001 }, (_, i) => ({ Type: 'A', Method: `b${i}` }));
    expect(readFault(json({ HostEnvironmentInfo: {}, Benchmarks: benchmarks }), 'auto')).toBe(
      'more than 10000 benchmarks failed',
    );
  });

  test.each(['[],', '0,', '"",'])('of keys and values, before they take memory: %s', (one) => {
    const count = one === '0,' ? 10_000_000 : 5_000_000;
    expect(readFault(`[${one.repeat(count)}0]`, 'auto')).toBe('more than 10000000 keys and values');
  });

  test('detection looks at the first elements only', () => {
    const benchmarks = Array.from({ length: 50 }, (_, i) => ({
      ...{ group: 0, alias: `b${i}`, args: {} },
      runs: [{ name: `b${i}`, args: {}, stats: { avg: 1, p99: 1, samples: [1] } }],
    }));
    expect(readFault(json({ layout: [], benchmarks: [...benchmarks, {}] }), 'auto')).toBe(
      'benchmarks[50].name is missing',
    );
  });

  test('of a name', () => {
    expect(readFault(document([bench('[x'.repeat(20_000))]), 'auto')).toBe(
      'benchmarks[0].fullname has 40000 characters, at most 4000 are allowed',
    );
  });

  test('of sections within each other', () => {
    const xml = `${'<Section name="a">\n'.repeat(51)}<BenchmarkResults name="b" samples="1">`;
    expect(readFault(xml, 'catch2')).toBe('line 51: sections nested more than 50 deep');
    const rule = '-'.repeat(30);
    expect(readFault(`${rule}\n${'a\n'.repeat(51)}${rule}\n`, 'catch2')).toBe(
      'line 52: sections nested more than 50 deep',
    );
    expect(readFault(`${'│  '.repeat(50)}├─ a`, 'divan')).toBe('line 1: a tree more than 50 deep');
  });

  test('of parameters of asv', () => {
    const params = Array.from({ length: 17 }, () => ['1']);
    const document = { result_columns: ['result', 'params'], results: { a: [[1], params] } };
    expect(readFault(json(document), 'asv')).toMatch(/has 17 parameters, at most 16 are read/);
  });
});

describe('words that every object knows', () => {
  const jmh = (mode: string, scoreUnit: string) =>
    json([{ benchmark: 'a', mode, primaryMetric: { score: 1, scoreUnit } }]);

  test.each([
    ['constructor', 'us/op', /"constructor", not a mode of JMH/],
    ['avgt', 'constructor/op', /the unit "constructor\/op" of mode avgt/],
    ['avgt', 'ops/constructor', /the unit "ops\/constructor" of mode avgt/],
  ])('are no mode and no unit of JMH: %s in %s', (mode, unit, fault) => {
    expect(readFault(jmh(mode, unit), 'jmh')).toMatch(fault);
  });

  test('are no unit of pyperf', () => {
    const metadata = { name: 'a', unit: 'constructor' };
    const document = { benchmarks: [{ metadata, runs: [{ values: [2] }] }] };
    expect(readResults(json(document), 'auto')).toMatchObject({
      metrics: [{ name: 'count', unit: 'count' }],
    });
  });

  test('are parameters of Go as others are', () => {
    expect(readResults('BenchmarkA/__proto__=1/constructor=2 1 5 ns/op', 'go')).toMatchObject({
      spans: [{ span: 'A', annotations: { p___proto__: '1', constructor: '2' } }],
    });
  });
});

describe('what failed or was cut off is said', () => {
  test.each([
    ['text', 'BenchmarkA-2 1 5 ns/op\nBenchmarkB-2\n'],
    ['text, after the count', 'BenchmarkA-2 1 5 ns/op\nBenchmarkB-2 \t 1000'],
    [
      '-json',
      '{"Action":"output","Output":"BenchmarkA-2 1 5 ns/op\\n"}\n{"Action":"output","Output":"BenchmarkB-2  \\t"}\n',
    ],
  ])('Go: a benchmark that began after good ones, in %s', (_what, text) => {
    expect(readFault(text, 'go')).toBe(
      'line 2: BenchmarkB-2 began and has no result: the run was cut off',
    );
  });

  test('Go: a benchmark that was skipped is no fault', () => {
    const text = 'BenchmarkA-2 1 5 ns/op\nBenchmarkB\n--- SKIP: BenchmarkB\nPASS\n';
    expect(readResults(text, 'go')).toMatchObject({ spans: [{ span: 'A' }] });
  });

  test('go test: a test that began and did not end', () => {
    const event = (Action: string, Test: string) =>
      json({ Time: '2026-11-23T01:43:41.1Z', Action, Package: 'p', Test });
    const text = [event('run', 'A'), event('pass', 'A'), event('run', 'B')].join('\n');
    expect(readFault(text, 'go-test')).toBe(
      'line 3: p > B began and did not end: the run was cut off',
    );
  });

  test('JUnit: a case that failed, and a file that ends too early', () => {
    const ended = '<testcase name="a" time="1"/><testcase name="b"><failure/></testcase>';
    const text = `<testsuite>\n${ended}\n`;
    expect(readResults(`${text}</testsuite>`, 'auto')).toMatchObject({
      ...{ format: 'junit', spans: [{ span: 'a', values: { time: 1e9 } }], failed: ['b'] },
    });
    expect(readFault(text, 'junit')).toBe('line 2: it ends within a test suite, as if cut off');
  });

  test('asv: a combination of parameters that failed', () => {
    const row = [[1, null], [['10', '20']]];
    const document = { result_columns: ['result', 'params'], results: { 'a.time_b': row } };
    expect(readResults(json(document), 'auto')).toMatchObject({
      ...{ spans: [{ annotations: { param1: '10' } }], failed: ['a.time_b 20'] },
    });
  });
});

test('every adapter takes text and JSON that mean nothing to it', () => {
  for (const { name } of adapters) {
    for (const text of ['x', '[]', '{}', '[null]', '"x"', '[[]]', '{"results":[],"benchmarks":[]}'])
      expect(readFault(text, name).length).toBeGreaterThan(0);
  }
});
