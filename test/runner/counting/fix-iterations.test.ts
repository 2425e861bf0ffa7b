import { expect, test } from 'vitest';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import { fixIterations, tellLittle } from '../../../src/runner/counting/fix-iterations.ts';

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

test.each(['java', './gradlew', '/opt/mvnw', 'sbt'])('%s is not counted: a JVM', (program) => {
  expect(fixIterations({ ...plain, command: [program, 'bench'] })).toMatchObject({
    why: expect.stringContaining('the JVM compiles'),
  });
});

test.each([
  [['sh', '-c', 'cargo bench'], undefined],
  [['make', 'bench'], undefined],
  [['env', 'sh', '-c', 'cargo bench'], undefined],
  [
    ['timeout', '60', '--', 'nice', './bench'],
    ['timeout', '60', '--', 'nice', './bench', '--test'],
  ],
  [
    ['cargo', 'bench', '--', '--test-threads=1'],
    ['cargo', 'bench', '--', '--test-threads=1', '--test'],
  ],
  [
    ['env', 'A=1', 'cargo', 'bench'],
    ['env', 'A=1', 'cargo', 'bench', '--', '--test'],
  ],
  [
    ['sh', '-c', 'cargo bench -- --test'],
    ['sh', '-c', 'cargo bench -- --test'],
  ],
])('to %j the word that ends the clock is added where it arrives', (command, fixed) => {
  const found = fixIterations({ ...plain, command, results: { format: 'criterion' } });
  if (fixed === undefined) expect(found).toMatchObject({ why: expect.stringContaining('--test') });
  else expect(found).toMatchObject({ command: fixed });
});

test('what the counts of a tool do not say is told', () => {
  expect(tellLittle(plain)).toBeUndefined();
  expect(tellLittle({ ...plain, results: { format: 'auto' } })).toContain('is not named');
  expect(tellLittle({ ...plain, results: { format: 'divan' } })).toContain('together');
});

test('Benchmark.js is known by the name of its format', () => {
  const results = { file: 'out.txt', format: 'benchmark.js' };
  expect(fixIterations({ ...plain, results })).toHaveProperty('why');
});
