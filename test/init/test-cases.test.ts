/** Tests of a repository that has no benchmarks: measured through their own runner. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { SuiteTest } from '../../src/contract/suite.ts';
import { startCases } from '../../src/runner/start-cases.ts';
import type { StarterPorts, TriedCommand } from '../../src/init/findings.ts';
import { makeFolder } from '../make-folder.ts';
import { draft as draftFiles, noPorts } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

async function draft(files: Record<string, string>, ports: StarterPorts = noPorts) {
  const suite = await draftFiles(folder, files, ports);
  return { suite, text: readFileSync(suite.file, 'utf8') };
}

const packageWith = (devDependencies: Record<string, string>, test = 'npm run all'): string =>
  JSON.stringify({ name: 'sync', devDependencies, scripts: { test } });
const withTest = { 'src/a.spec.ts': '' };
const casesOf = (tests: readonly SuiteTest[]) => tests.map(({ cases }) => cases);

test.each([
  [
    'vitest',
    { 'package.json': packageWith({ vitest: '^4' }), 'package-lock.json': '{}' },
    ['npm ci'],
  ],
  ['jest', { 'package.json': packageWith({ jest: '^30' }) }, ['npm install']],
  ['mocha', { 'package.json': packageWith({ mocha: '^11' }) }, ['npm install']],
  [
    'pytest',
    { 'pyproject.toml': '[tool.pytest.ini_options]', 'tests/test_a.py': 'def test_a(): pass' },
    [
      'python3 -m venv .venv',
      '.venv/bin/python -m pip install --quiet -e .',
      '.venv/bin/python -m pip install --quiet pytest',
    ],
  ],
  [
    'pytest',
    { 'requirements.txt': '', 'pytest.ini': '[pytest]', 'test_a.py': 'def test_a(): pass' },
    [
      'python3 -m venv .venv',
      '.venv/bin/python -m pip install --quiet -r requirements.txt',
      '.venv/bin/python -m pip install --quiet pytest',
    ],
  ],
  [
    'pytest',
    { 'setup.cfg': '[tool:pytest]\n', 'tests/a_test.py': 'def test_a(): pass' },
    [
      'python3 -m venv .venv',
      '.venv/bin/python -m pip install --quiet -e .',
      '.venv/bin/python -m pip install --quiet pytest',
    ],
  ],
  [
    'junit',
    { 'pom.xml': '<artifactId>junit-jupiter</artifactId>', mvnw: '' },
    ['./mvnw -q -B test-compile'],
  ],
  [
    'junit',
    { 'build.gradle.kts': 'testImplementation("org.junit.jupiter:junit-jupiter:6.0.0")' },
    ['gradle -q --no-daemon testClasses'],
  ],
] as const)('%s is found by %j', async (runner, files, setup) => {
  const { suite, text } = await draft({ 'test/a.test.js': '', ...files });
  expect(casesOf(suite.tests)).toEqual([{ runner, pattern: '**' }]);
  expect(suite.setup.map((command) => command.join(' '))).toEqual(setup);
  expect(text).toContain('# no benchmark was found, so the tests that are there: each is a span');
});

test('go test is found by a function that is a test, and not by one that only looks so', async () => {
  const go = (line: string) => ({ 'go.mod': 'module example.org/a\n', 'a_test.go': line });
  const { suite } = await draft(go('package a\n\nfunc TestSync(t *testing.T) {}\n'));
  expect(casesOf(suite.tests)).toEqual([{ runner: 'go', pattern: './...' }]);
  expect(suite.setup).toEqual([['go', 'test', '-run=^$', './...']]);
  const other = await draft(go('package a\n\nfunc Testify(t *testing.T) {}\n'));
  expect(casesOf(other.suite.tests)).toEqual([undefined]);
});

test('of several runners the one that the script "test" calls is taken', async () => {
  const file = packageWith({ vitest: '^4', mocha: '^11' }, 'c8 mocha --parallel');
  const { suite } = await draft({ 'package.json': file, 'test/a.js': '' });
  expect(casesOf(suite.tests)).toEqual([{ runner: 'mocha', pattern: '**' }]);
});

test('tests from end to end are chosen where a folder is called so', async () => {
  const { suite } = await draft({
    'package.json': packageWith({ vitest: '^4' }),
    'test/e2e/sync.test.ts': '',
    'test/words.test.ts': '',
  });
  expect(casesOf(suite.tests)).toEqual([{ runner: 'vitest', pattern: 'test/e2e/**' }]);
});

test('benchmarks come first, and the file says how to measure the tests too', async () => {
  const { suite, text } = await draft({
    ...withTest,
    'package.json': JSON.stringify({
      devDependencies: { vitest: '^4' },
      scripts: { bench: 'node b.js', test: 'vitest run' },
    }),
  });
  expect(suite.tests.map(({ command }) => command)).toEqual([['node', 'b.js']]);
  expect(text).toContain(
    '# - tests of vitest: benchmarks come first: to measure each of them too, add a test with "runner: vitest"',
  );
});

/** Where programs can be tried; what is tried is written down. */
function tryingPorts(answer: (command: string) => TriedCommand) {
  const tried: string[] = [];
  const ports: StarterPorts = {
    ...noPorts,
    checkOut: () => Promise.resolve({ directory: folder, remove: () => Promise.resolve() }),
    startCases: (cases, directory) => startCases(cases, { home: '/perigee', directory }),
    run: (command) => {
      tried.push(command.join(' '));
      return Promise.resolve(answer(command.join(' ')));
    },
  };
  return { ports, tried };
}

test('the runner is tried once, as a run starts it, and the file says how long it took', async () => {
  const { ports, tried } = tryingPorts(() => ({ status: 0, output: '', durationMs: 2500 }));
  const { text } = await draft(
    { ...withTest, 'package.json': packageWith({ jest: '^30' }) },
    ports,
  );
  expect(tried).toEqual(['npm install', `node ${join('/perigee/dist/cases/main.mjs')} jest **`]);
  expect(text).toMatch(/each is a span; .*; 2\.5 s here/);
});

test('where the benchmarks fail here, the tests are taken, and both are named', async () => {
  const { ports } = tryingPorts((command) =>
    command === 'node b.js'
      ? { status: 1, output: 'Error: no such file\n', durationMs: 10 }
      : { status: 0, output: '', durationMs: 900 },
  );
  const scripts = { bench: 'node b.js' };
  const file = JSON.stringify({ devDependencies: { mocha: '^11' }, scripts });
  const { suite, text } = await draft({ 'package.json': file, 'test/a.js': '' }, ports);
  expect(casesOf(suite.tests)).toEqual([{ runner: 'mocha', pattern: '**' }]);
  expect(text).toContain('# - bench: it failed here: Error: no such file');
});

test('tests that fail here leave the placeholder', async () => {
  const { ports } = tryingPorts((command) => ({
    status: command.startsWith('npm') ? 0 : 1,
    output: 'Error: connect ECONNREFUSED\n',
    durationMs: 900,
  }));
  const { suite, text } = await draft(
    { ...withTest, 'package.json': packageWith({ vitest: '^4' }) },
    ports,
  );
  expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
  expect(text).toContain('# - tests of vitest: it failed here: Error: connect ECONNREFUSED');
});
