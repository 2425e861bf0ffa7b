import { expect, test } from 'vitest';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { fixIterations } from '../../../src/runner/counting/fix-iterations.ts';

const plain: SuiteTest = {
  ...{ name: 'bench', command: ['./bench'], directory: '.', environment: {} },
  ...{ timeoutMs: 1000, tags: [], when: 'commit' },
};

test('a test without a tool of benchmarks is counted as it is', () => {
  expect(fixIterations(plain)).toEqual(plain);
});

test('the benchmarks of pytest run once each, as spans, with the options that the test has', () => {
  const fixed = fixIterations({
    ...plain,
    environment: { PYTEST_ADDOPTS: '-q' },
    results: { file: 'out.json', format: 'pytest-benchmark' },
  });

  expect(fixed).toMatchObject({
    environment: { PYTEST_ADDOPTS: '-q --benchmark-disable -p perigee.pytest_plugin' },
  });
  expect(fixed).not.toHaveProperty('results');
});

test('criterion runs each benchmark once; cargo hands the word on', () => {
  const results = { format: 'criterion' };
  const ofCargo = fixIterations({ ...plain, command: ['cargo', 'bench'], results });

  expect(ofCargo).toMatchObject({ command: ['cargo', 'bench', '--', '--test'] });
  expect(fixIterations({ ...plain, results })).toMatchObject({ command: ['./bench', '--test'] });
});

test.each(['tinybench', 'mitata', 'vitest', 'go'])(
  '%s repeats for a time, so its counts would say nothing',
  (format) => {
    expect(fixIterations({ ...plain, results: { format } })).toMatchObject({
      why: expect.stringContaining('by the clock'),
    });
  },
);

test('a program of the JVM is not counted', () => {
  expect(fixIterations({ ...plain, command: ['java', '-jar', 'a.jar'] })).toMatchObject({
    why: expect.stringContaining('the JVM compiles'),
  });
});

test('Benchmark.js is known by the name of its format', () => {
  const results = { file: 'out.txt', format: 'benchmark.js' };
  expect(fixIterations({ ...plain, results })).toHaveProperty('why');
});
