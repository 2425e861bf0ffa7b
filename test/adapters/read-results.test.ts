import { describe, expect, test } from 'vitest';
import schema from '../../schemas/config.schema.json' with { type: 'json' };
import { adapters } from '../../src/adapters/adapters.ts';
import { readResults } from '../../src/adapters/read-results.ts';
import type { Results } from '../../src/contract/execution.ts';
import { formatQuantity, shownUnit } from '../../src/contract/units.ts';
import { expectSection } from '../golden-sections.ts';
import { recorded } from './recorded.ts';

/** One line a number, as a person would check it against the tool's own output; then what has none. */
function list(results: Results): string {
  if ('fault' in results) return `fault: ${results.fault}\n`;
  const { failed, format, notJudged = [], spans } = results;
  const metrics = new Map(results.metrics.map((metric) => [metric.name, metric]));
  const lines = spans.flatMap(({ span, annotations, values, spreads = {} }) =>
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
  const others = [
    ...failed.map((name) => `failed: ${name}`),
    ...notJudged.map((number) => `not judged: ${number}`),
  ];
  return `${format}\n${[...lines, ...others].join('\n')}\n`;
}

describe.each(recorded)('$file', ({ adapter, file, text }) => {
  test('is detected, and read as its tool means it', () => {
    const results = readResults(text, adapter);
    // Both of these look the same.
    if (!adapter.startsWith('custom')) expect(readResults(text, 'auto')).toEqual(results);
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
  ['{"a": [1,\n2,\n', 'auto', /^no known tool wrote this, which is not JSON from line 2 on/],
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
    /^no result of a command: .*; not judged: "a: time is -1"$/,
  ],
  [
    'hello\n{"a": 1}\n',
    'auto',
    'line 1: "hello" stands before the JSON: let the tool write a file',
  ],
  ['hello\n{"a": 1}\n', 'jmh', /^line 1: not JSON from here on/],
  ['{"a": [\n1 2,\n3]}\n', 'jmh', /^line 2: not JSON from here on/],
  [
    '<testcase name="a" time="0,5"/>',
    'junit',
    /^no test case that passed: .*; not judged: "a: its time is \\"0,5\\""$/,
  ],
  ['BenchmarkSort-2 100 12 ns/op 5', 'go', 'line 1: Sort: a value without a unit, as if cut off'],
  ['goos: linux\nPASS\n', 'go', /^no line of a benchmark, such as "BenchmarkSort-2/],
  ['goos: linux\n--- FAIL: BenchmarkSort\n', 'go', /^no line of a benchmark, .*; failed: "Sort"$/],
  ['BenchmarkA-2 1 5 ns/op\nFAIL\tp [build failed]\n', 'go', /^line 2: go test failed: FAIL\tp/],
  ['BenchmarkA-2 1 5 ns/op\nFAIL\n', 'go', 'line 2: go test failed: FAIL'],
  ['BenchmarkA-2 \tx\nBenchmarkB-2 \t 1 5 ns/op\n', 'go', /^line 1: BenchmarkA-2 began/],
  [
    'BenchmarkA-2 1 5 ns/op\nPASS\nBenchmarkA-2 1 9 ns/op\n',
    'go',
    'two benchmarks are called "A [[\\"procs\\",2]]", one with time 5 ns and one with 9 ns: rename one',
  ],
  [
    'pkg: p\nBenchmarkA-2 1 5 ns/op\npkg: p\nBenchmarkA-2 1 9 ns/op\n',
    'go',
    /^two benchmarks are called "p > A .*, one with time 5 ns and one with 9 ns/,
  ],
  ['x', 'vitests', /^there is no format "vitests", only auto, vitest, /],
  ['['.repeat(100_000), 'auto', 'lists and objects nested more than 200 deep'],
] as const)('%j as %s is refused: %s', (text, format, why) => {
  const results = readResults(text, format);
  if (!('fault' in results)) throw new Error('it was read');
  if (typeof why === 'string') expect(results.fault).toBe(why.replace('Sort:', 'BenchmarkSort-2:'));
  else expect(results.fault).toMatch(why);
});

test('what a tool repeated within one execution is one value, with its spread', () => {
  const text = 'BenchmarkSort-2 10 10 ns/op\nBenchmarkSort-2 10 30 ns/op\n';
  const sort = {
    span: 'Sort',
    occurrences: 1,
    values: { time: 20 },
    spreads: { time: { count: 2 } },
  };
  expect(readResults(text, 'go')).toMatchObject({ spans: [sort] });
});

test('every adapter has an output with benchmarks that are odd', () => {
  const odd = recorded.filter(({ file }) => /\/odd/.test(file));
  const names = adapters.map(({ name }) => name);
  expect(names.filter((name) => odd.every(({ adapter }) => adapter !== name))).toEqual([]);
});

test('perigee.yml may name every adapter, and no other', () => {
  const { enum: formats } = schema.$defs.results.properties.format;
  expect(formats.toSorted()).toEqual(['auto', ...adapters.map(({ name }) => name)].toSorted());
});

test('names of a tool that no span may have are made fit', () => {
  const text = JSON.stringify({ 'a\u0007\nb': { Latency_P: { value: 1 } } });
  expect(readResults(text, 'bencher')).toMatchObject({ spans: [{ span: 'a b' }] });
});

const read = (...cases: string[]) =>
  readResults(`<testsuite name="s">${cases.join('')}</testsuite>`, 'junit');
const one = (name: string, time: string, inside = ''): string =>
  `<testcase classname="c" name="${name}" time="${time}">${inside}</testcase>`;

test('test cases of one name stay apart, and none of them is taken for one that is alone', () => {
  expect(read(one('a', '0.06'), one('b', '1'))).toMatchObject({
    spans: [
      { span: 'c > a', values: { time: 60e6 } },
      { span: 'c > b', values: { time: 1e9 } },
    ],
  });
  expect(read(one('a', '0.12'), one('a', '0.001'))).toMatchObject({
    spans: [
      { span: 'c > a [1 of 2]', values: { time: 120e6 } },
      { span: 'c > a [2 of 2]', values: { time: 1e6 } },
    ],
  });
});

test('one that is skipped keeps its place among those of its name', () => {
  expect(read(one('a', '0.12'), one('a', '0', '<skipped/>'), one('a', '0.001'))).toMatchObject({
    spans: [{ span: 'c > a [1 of 3]' }, { span: 'c > a [3 of 3]', values: { time: 1e6 } }],
  });
});

test('an attempt that failed does not count beside the one that passed', () => {
  expect(read(one('a', '0.02', '<failure/>'), one('a', '0.04'))).toMatchObject({
    spans: [{ span: 'c > a', values: { time: 40e6 } }],
    failed: ['c > a'],
  });
});
