import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Explanation } from '../../../src/contract/documents.ts';
import type { Execute, ReadResults } from '../../../src/contract/execution.ts';
import type { Alone, Explainer } from '../../../src/contract/explainer.ts';
import { isOnly, runAlone } from '../../../src/runner/explaining/run-alone.ts';
import { describe } from '../stage/execute-locally.ts';
import { makeRepository } from '../stage/make-repository.ts';
import { makeTest, runTests } from '../stage/make-request.ts';

const narrow = (format: string, command: string, span: string, annotations = {}) => {
  const words = command.split(' ');
  const asked = { ...makeTest('bench', { command: words }), results: { format } };
  return runAlone(asked, { span, annotations })?.test.command.join(' ');
};

test.each([
  [
    'vitest',
    'node_modules/.bin/vitest bench --run',
    'bench/a.bench.js > text > scan (fast)',
    String.raw`node_modules/.bin/vitest bench --run --testNamePattern (^| )text scan \(fast\)$`,
  ],
  [
    'pytest-benchmark',
    'python -m pytest -q t/test_a.py',
    't/test_a.py::test_b',
    'python -m pytest -q t/test_a.py::test_b --benchmark-max-time=1',
  ],
  [
    'pytest-benchmark',
    'pytest t --benchmark-only',
    't/a.py::C::b',
    'pytest --benchmark-only t/a.py::C::b --benchmark-max-time=1',
  ],
  [
    ...([
      'pytest-benchmark',
      'python -m pytest t/test_a.py ./t/test_b.py . -q',
      'python/t/test_b.py::b',
    ] as const),
    'python -m pytest -q python/t/test_b.py::b --benchmark-max-time=1',
  ],
  ['pytest-benchmark', 'pytest -q', 't/a.py::b', 'pytest -q t/a.py::b --benchmark-max-time=1'],
  ...(['0.1', '5'] as const).map(
    (time) =>
      [
        'pytest-benchmark',
        `pytest --benchmark-max-time=${time}`,
        't/a.py::b',
        `pytest --benchmark-max-time=${time} t/a.py::b${time === '5' ? '' : ' --benchmark-max-time=1'}`,
      ] as [string, string, string, string],
  ),
  [
    'criterion',
    'cargo bench --bench human -- --noplot',
    'human > parse/short',
    'cargo bench --bench human -- --noplot --exact parse/short',
  ],
  ['libtest', 'cargo bench', 'tests::sort', 'cargo bench -- --exact tests::sort'],
  ['divan', 'cargo bench', 'sort', 'cargo bench -- --exact sort'],
  ['google-benchmark', './bench', 'BM_Sort/8', String.raw`./bench --benchmark_filter=^BM_Sort\/8$`],
])('%s runs one of its benchmarks: %s', (format, command, span, wanted) => {
  expect(narrow(format, command, span)).toBe(wanted);
});

test.each([
  ['of a tool that takes no name', 'tinybench', 'node bench.js', 'sort', {}],
  ['behind a program that takes the name for itself', 'vitest', 'npm run bench', 'a > b', {}],
  ['of two with one name', 'vitest', 'vitest bench', 'a.bench.js > sort #2', {}],
  ['with parameters, whose ID is not known', 'pytest-benchmark', 'pytest', 'a.py::b', { n: 1 }],
])('a benchmark %s does not run alone', (_, format, command, span, annotations) => {
  expect(narrow(format, command, span, annotations)).toBeUndefined();
});

test.each([
  ['tinybench', 'node_modules/tinybench/dist/index.js'],
  ['mitata', 'node_modules/mitata/src/lib.mjs'],
  ['benchmark.js', 'node_modules/benchmark/benchmark.js'],
])('%s runs all of its benchmarks, and one is known by its turn', (format, path) => {
  const asked = { ...makeTest('bench'), results: { format } };
  const benchmark = { span: 'sort', annotations: {}, turn: { at: 1, of: 3 } };
  const { frames, test: run, turn } = runAlone(asked, benchmark) ?? {};
  expect([run, turn]).toEqual([asked, { at: 1, of: 3 }]);
  const isOf = (frame: string) => [frames?.below, frames?.around].map((one) => one?.test(frame));
  expect(isOf(`run (${path}:9)`)).toEqual([true, true]);
  expect(isOf('bench (bench/benchmark.js:9)')).toEqual([false, false]);
});

test('of pytest-benchmark, only what its runner calls is an iteration', () => {
  const asked = { ...makeTest('bench'), results: { format: 'pytest-benchmark' } };
  const benchmark = { span: 't/a.py::b', annotations: {}, isOnly: true as const };
  const { below, around } = runAlone(asked, benchmark)?.frames ?? {};
  const folder = '.venv/lib/python3.11/site-packages/pytest_benchmark';
  const runner = `BenchmarkFixture._make_runner.<locals>.runner (${folder}/fixture.py:99)`;
  const clock = `compute_timer_precision (${folder}/timers.py:16)`;
  expect([below?.test(runner), around?.test(runner)]).toEqual([true, true]);
  expect([below?.test(clock), around?.test(clock)]).toEqual([false, true]);
});

test('the only benchmark of a test needs no name, where its frames say what is an iteration', () => {
  const find = (format: string) =>
    runAlone(
      { ...makeTest('bench', { command: ['pytest', 't'] }), results: { format } },
      { span: 'a > b', annotations: { n: 1 }, isOnly: true },
    )?.test.command;
  expect(find('pytest-benchmark')).toEqual(['pytest', 't', '--benchmark-max-time=1']);
  expect(find('criterion')).toBeUndefined();
});

test('a run measured it alone if it has no other, and the very one', () => {
  const one = (span: string, annotations = {}) => ({ span, annotations });
  expect(isOnly([one('whole test'), one('sort')], one('sort'))).toBe(true);
  expect(isOnly([one('whole test')], one('sort'))).toBe(false);
  expect(isOnly([one('sort'), one('sort', { n: 2 })], one('sort'))).toBe(false);
  expect(isOnly([one('sort', { n: 2 })], one('sort'))).toBe(false);
});

/** Explains the benchmark `sort` of two. @param named what the tool runs if it is given that name */
async function explain(named: readonly string[]): Promise<{ alone: Alone[]; profiled: string[] }> {
  const repository = makeRepository({ 'work.txt': 'old\n' });
  repository.write('work.txt', 'new\n');
  const heard = { alone: [] as Alone[], profiled: [] as string[] };
  const explanation: Explanation = {
    ...{ test: 'bench', of: 'time', profiler: 'perf', pairs: 3, before: 1, after: 2 },
    ...{ samples: { before: 1, after: 1 }, functions: [] },
  };
  const explainer: Explainer = {
    limitMs: 60_000,
    ask: () => [
      {
        ...{ test: 'bench', index: 0, of: 'time', cpuNs: 1e9 },
        benchmark: { span: 'sort', annotations: {} },
      },
    ],
    explain: (_question, _pairs, _diff, alone) => {
      if (alone !== undefined) heard.alone.push(alone);
      return { explanation, isOpen: false };
    },
    explainStall: () => explanation,
    compareBlocks: () => [],
    mayCallsMove: () => true,
    explainCalls: () => ({}),
  };
  const execute: Execute = ({ command, logFile, watches }) => {
    const isNamed = command.includes('--exact');
    writeFileSync(logFile, (isNamed ? named : ['sort', 'find']).join(' '));
    const ended = describe({ status: 'passed' }, '2026-11-21T06:00:00Z', 1e9);
    if (watches !== 'time') return Promise.resolve(ended);
    heard.profiled.push(command.join(' '));
    const samples = new Map([['sort', 500]]);
    return Promise.resolve({ ...ended, stacks: [{ profiler: 'perf', weight: 1e6, samples }] });
  };
  const readResults: ReadResults = (text, format) => ({
    ...{ format, metrics: [], failed: [] },
    spans: text
      .split(' ')
      .filter(Boolean)
      .map((span) => ({ span, occurrences: 1, annotations: {}, values: {} })),
  });
  const bench = makeTest('bench', { command: ['./bench'] });
  const tests = [{ ...bench, results: { format: 'criterion' } }];
  await runTests(repository, tests, { ports: { execute, explainer, readResults } });
  return heard;
}

test('the slower one of several benchmarks is looked into alone', async () => {
  const { alone, profiled } = await explain(['sort']);
  expect(alone).toHaveLength(1);
  expect(profiled).toEqual(Array<string>(6).fill('./bench --exact sort'));
});

test.each([
  ['all', ['sort', 'find']],
  ['none', []],
])('where the tool runs %s of them, the whole test is looked into', async (_, named) => {
  const { alone, profiled } = await explain(named);
  expect(alone).toEqual([]);
  expect(profiled).toEqual(['./bench --exact sort', ...Array<string>(6).fill('./bench')]);
});
