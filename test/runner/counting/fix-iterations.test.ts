import { expect, test } from 'vitest';
import type { SuiteTest } from '../../../src/contract/suite.ts';
import {
  fixIterations,
  fixVariables,
  noteReplaced,
  tellLittle,
} from '../../../src/runner/counting/fix-iterations.ts';

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
    // As init writes it; pytest-benchmark refuses both at once.
    command: ['pytest', '--benchmark-only', 'tests'],
    environment: { PYTEST_ADDOPTS: '-q --benchmark-enable' },
    results: { file: 'out.json', format: 'pytest-benchmark' },
  });

  expect(fixed).toMatchObject({
    command: ['pytest', 'tests'],
    environment: { PYTEST_ADDOPTS: '-q --benchmark-disable -p perigee.pytest_plugin' },
  });
  expect(fixed).not.toHaveProperty('results');
});

test.each([
  [
    ['./bench', '--benchmark_min_time=0.1', ''],
    ['./bench', ''],
  ],
  [
    ['sh', '-c', 'cd a && ./bench --benchmark_min_time=0.1 | tee b'],
    ['sh', '-c', 'cd a && ./bench | tee b'],
  ],
])('an option of %j that would win over the number of rounds is left out', (command, left) => {
  const results = { file: 'out.json', format: 'google-benchmark' };

  expect(fixIterations({ ...plain, command, results })).toMatchObject({
    command: left,
    environment: { BENCHMARK_MIN_TIME: '0' },
  });
});

test('options that pytest has from the shell stay, unless the suite has some', () => {
  const results = { file: 'out.json', format: 'pytest-benchmark' };
  const [shell, fixed] = [{ PYTEST_ADDOPTS: '-v' }, '--benchmark-disable -p perigee.pytest_plugin'];

  expect(fixIterations({ ...plain, results }, shell)).toMatchObject({
    environment: { PYTEST_ADDOPTS: `-v ${fixed}` },
  });
  const own = { ...plain, environment: { PYTEST_ADDOPTS: '-q' }, results };
  expect(fixIterations(own, shell)).toMatchObject({
    environment: { PYTEST_ADDOPTS: `-q ${fixed}` },
  });
});

const ours = { GOMAXPROCS: '1', GODEBUG: 'asyncpreemptoff=1' };

test.each([
  ['nothing', {}, {}, ours, []],
  [
    'the shell',
    { GOMAXPROCS: '8', GODEBUG: 'asyncpreemptoff=0,gctrace=1' },
    {},
    { GOMAXPROCS: '1', GODEBUG: 'asyncpreemptoff=0,gctrace=1,asyncpreemptoff=1' },
    [],
  ],
  ['a shell that sets it to nothing', { GODEBUG: '' }, {}, ours, []],
  [
    'the suite, to the same',
    { GOMAXPROCS: '8', GODEBUG: 'gctrace=1' },
    { GOMAXPROCS: '1', GODEBUG: 'http2debug=1' },
    { GOMAXPROCS: '1', GODEBUG: 'asyncpreemptoff=1,http2debug=1' },
    [],
  ],
  [
    'the suite',
    {},
    { GOMAXPROCS: '4', GODEBUG: 'asyncpreemptoff=0' },
    { GOMAXPROCS: '4', GODEBUG: 'asyncpreemptoff=1,asyncpreemptoff=0' },
    ['GOMAXPROCS=1', 'GODEBUG=asyncpreemptoff=1'],
  ],
])(
  'variables that %s sets: of a list the others stay',
  (_who, shell, own, environment, replaced) => {
    const found = fixVariables({ ...plain, environment: own }, ours, shell);

    expect(found).toEqual({ steady: { ...plain, environment }, replaced });
  },
);

test('the settings say once what suites replace, with the tests, and no longer than a record holds', () => {
  const settings = ['GOMAXPROCS=1'];
  noteReplaced(settings, ['GOMAXPROCS=1'], 'one');
  noteReplaced(settings, ['GOMAXPROCS=1'], 'two');
  expect(settings).toEqual(['GOMAXPROCS=1', 'not GOMAXPROCS=1, as perigee.yml sets it: one, two']);

  noteReplaced(settings, ['GOMAXPROCS=1'], 'x'.repeat(400));
  expect(settings[1]).toHaveLength(300);
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
