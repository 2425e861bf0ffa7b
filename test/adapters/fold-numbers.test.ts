/** Two benchmarks or metrics that a record would call the same are a fault, never one number. */
import { describe, expect, test } from 'vitest';
import { foldNumbers } from '../../src/adapters/fold-numbers.ts';
import { readResults } from '../../src/adapters/read-results.ts';
import { readFault } from './recorded.ts';

const json = (value: unknown): string => JSON.stringify(value);

test.each([
  ['a value that is not finite', { metric: 'time', value: Infinity }],
  ['a name that no number may have', { metric: 'Time Spent', value: 1 }],
  ['a unit that no number may have', { metric: 'time', value: 1, unit: '[[ms' }],
])('no adapter gets %s into a record', (_what, number) => {
  const whole = { unit: 'ns', ...number, direction: 'lower' as const };
  expect(() => foldNumbers([whole], 'x')).toThrow(number.metric);
});

describe('two benchmarks are never taken for repeats of one', () => {
  const long = 'x'.repeat(200);

  test.each([
    ['names that differ after what is kept', `test ${long}a`, `test ${long}b`],
    ['names that differ in what no name may have', 'test a\u0001', 'test a\u0002'],
  ])('%s', (_what, first, second) => {
    const tail = ' ... bench: 12 ns/iter (+/- 3)';
    const fault = readFault(`${first}${tail}\n${second}${tail}\n`, 'libtest');
    expect(fault).toContain(json(first.slice(5)));
    expect(fault).toContain(json(second.slice(5)));
  });

  test('parameters whose names become one', () => {
    const bench = (key: string) => ({ fullname: 'a', params: { [key]: 1 }, stats: { median: 1 } });
    const document = { machine_info: {}, benchmarks: [bench('a b'), bench('a+b')] };
    expect(readFault(json(document), 'auto')).toMatch(/a b.* and .*a\+b/);
  });

  test('metrics whose names become one', () => {
    expect(readFault('BenchmarkA 1 5 ns/op 1 lock-waits 2 lock_waits', 'go')).toBe(
      'the metrics "lock-waits" and "lock_waits" both become lock_waits: rename one',
    );
  });

  test('a parameter of Go that stands there twice stays in the name', () => {
    const text = 'BenchmarkA/n=1/n=2 1 5 ns/op\nBenchmarkA/n=1/n=3 1 5 ns/op\n';
    expect(readResults(text, 'go')).toMatchObject({
      spans: [{ span: 'A/n=2' }, { span: 'A/n=3' }],
    });
  });

  test('a test of pytest whose parameters are not told keeps its whole name', () => {
    const bench = (name: string) => ({ fullname: name, params: null, stats: { median: 1 } });
    const document = { machine_info: {}, benchmarks: [bench('t[a]'), bench('t[b]')] };
    expect(readResults(json(document), 'auto')).toMatchObject({
      spans: [{ span: 't[a]' }, { span: 't[b]' }],
    });
  });

  test('a long text of pytest is shown by the ID of the project, and not by one that pytest counted', () => {
    const bench = (id: string, doc: string) => ({
      ...{ fullname: `t[${id}]`, param: id, params: { doc } },
      stats: { median: 1 },
    });
    const [long, longer] = ['[project]'.repeat(5), '[project]'.repeat(6)];
    const of = [bench('small', long), bench('doc1', longer), bench('tiny', '[]')];
    expect(readResults(json({ machine_info: {}, benchmarks: of }), 'auto')).toMatchObject({
      spans: [
        { annotations: { doc: 'small' } },
        { annotations: { doc: longer } },
        { annotations: { doc: '[]' } },
      ],
    });
  });

  test('arguments of mitata that are lists', () => {
    const run = (n: number) => ({ args: { n: [n] }, name: 'a', stats: { avg: 1, p99: 1 } });
    const document = { benchmarks: [{ alias: 'a', runs: [run(1), run(2)] }] };
    expect(readResults(json(document), 'mitata')).toMatchObject({
      spans: [{ annotations: { n: '[1]' } }, { annotations: { n: '[2]' } }],
    });
  });
});

test('a counter of Google Benchmark may have the name of a metric of the tool', () => {
  const one = { name: 'a', real_time: 1, cpu_time: 2, time_unit: 'ns', time: 7, 'cpu time': 8 };
  const document = { context: { library_build_type: 'release' }, benchmarks: [one] };
  expect(readResults(json(document), 'auto')).toMatchObject({
    spans: [{ values: { time: 1, cpu_time: 2, tool_time: 7, tool_cpu_time: 8 } }],
  });
});

test('a rate of Google Benchmark has a unit that a record can hold, whatever the counter is called', () => {
  const one = { name: 'a', real_time: 1, cpu_time: 2, time_unit: 'ns', 'ite[[ms_per_second': 7 };
  const document = { context: { library_build_type: 'release' }, benchmarks: [one] };
  expect(readResults(json(document), 'auto')).toMatchObject({
    metrics: [{}, {}, { name: 'ite_ms_per_second', unitName: 'ite ms/s' }],
  });
});
