import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Suite } from '../../src/contract/suite.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { draftSuite } from '../../src/init/draft-suite.ts';
import { inspectRepository } from '../../src/init/inspect-repository.ts';
import { listPlaceholders } from '../../src/init/placeholder.ts';
import { makeFolder } from '../make-folder.ts';
import { commandsOf, draft as draftFiles, noPorts, nothing } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const draft = (files: Record<string, string>) => draftFiles(folder, files);

const setupOf = ({ setup }: Suite): string[] => setup.map((command) => command.join(' '));

test('where Perigee is installed, the first line tells editors where the schema is', async () => {
  expect(draftSuite(await inspectRepository(folder, noPorts))).not.toContain('$schema');
  const schema = join(folder, 'node_modules/perigee/schemas/config.schema.json');
  mkdirSync(dirname(schema), { recursive: true });
  writeFileSync(schema, '{}');
  expect(draftSuite(await inspectRepository(folder, noPorts)).split('\n')[0]).toBe(
    '# yaml-language-server: $schema=node_modules/perigee/schemas/config.schema.json',
  );
});

test('an empty repository gets a placeholder that loads and says what to put there', async () => {
  const suite = await draft({});
  expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
  expect(suite.setup).toEqual([]);
});

test('the placeholder is told as long as it is there as it was written, and no other test is', async () => {
  const [test] = (await draft({})).tests;
  if (test === undefined) throw new Error('there is no test');
  expect(listPlaceholders([test])).toEqual([
    {
      code: 'placeholder-test',
      message:
        'this test only sleeps, as perigee init wrote it, and measures nothing of yours yet: put a command there that does what your users wait for',
      test: 'replace me',
    },
  ]);
  const mended = { ...test, command: ['node', 'bench.mjs'] };
  expect(listPlaceholders([mended, { ...test, name: 'sleep' }])).toEqual([]);
});

test.each(['true', 'NULL', '.5', '.', '~', '1.10', '- a', 'a: b', 'a #b', '"', '.inf', ' a'])(
  'a folder or script named %j is kept as it is',
  (name) => {
    const test = { name: 'x', command: ['run', name], because: name };
    const found = { name: 'n', setup: [], tests: [test], passedOver: [], hasSchema: false };
    const text = draftSuite(found);
    expect(parseSuite(text, 'perigee.yml').tests[0]?.command).toEqual(['run', name]);
  },
);

describe('a package.json', () => {
  const scripts = { test: 'vitest run', bench: 'node b.js', 'bench:io': 'node i.js', build: 'tsc' };

  test('gives the commands of its benchmark scripts without npm, and the build as setup', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ name: '@acme/sync', scripts }),
      'package-lock.json': '{}'.padEnd(3_000_000),
    });
    expect(suite.name).toBe('@acme/sync');
    expect(setupOf(suite)).toEqual(['npm ci', 'npm run build']);
    expect(commandsOf(suite)).toEqual(['node b.js', 'node i.js']);
  });

  test.each([
    ['node --expose-gc b.js --n=5', 'node --expose-gc b.js --n=5'],
    ['tsx bench/a.ts', 'node_modules/.bin/tsx bench/a.ts'],
    ['NODE_ENV=production node b.js', 'npm run bench'],
    ['node a.js && node b.js', 'npm run bench'],
    ['node "a b.js"', 'npm run bench'],
    ['node bench/*.js', 'npm run bench'],
    ['unknown b.js', 'npm run bench'],
  ])('with the script `%s` gives `%s`', async (bench, command) => {
    const devDependencies = { tsx: '*' };
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { bench }, devDependencies }),
    });
    expect(commandsOf(suite)).toEqual([command]);
  });

  test('keeps what npm runs before a script, in setup', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { prebench: 'node data.js', bench: 'node b.js' } }),
    });
    expect(setupOf(suite)).toEqual(['npm install', 'npm run prebench']);
    expect(commandsOf(suite)).toEqual(['node b.js']);
  });

  test('under plug and play leaves the command to its installer', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { bench: 'node b.js' } }),
      'yarn.lock': '',
      '.pnp.cjs': '',
    });
    expect(commandsOf(suite)).toEqual(['yarn run bench']);
  });

  test('without benchmarks gives none of its tests, which mostly start, and says so', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      'pnpm-lock.yaml': '',
    });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
    expect(suite.setup).toEqual([]);
    expect(readFileSync(suite.file, 'utf8')).toContain('# - pnpm run test: tests as a whole');
  });

  test('as npm writes it at first has no tests worth measuring', async () => {
    const script = 'echo "Error: no test specified" && exit 1';
    const suite = await draft({ 'package.json': JSON.stringify({ scripts: { test: script } }) });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
  });

  test.each([
    ['tinybench', "import { Bench } from 'tinybench';", 'tinybench'],
    ['mitata', "import { run } from 'mitata'; await run({ format: 'json' });", 'mitata'],
  ])('whose script uses %s gets the numbers of its tool', async (_, text, format) => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { bench: 'node b.js' } }),
      'b.js': text,
    });
    expect(suite.tests).toMatchObject([{ results: { format }, tags: ['fixed-time'] }]);
    expect(suite.tests[0]?.command.at(-1)).toContain('b.js');
    const timed = suite.thresholds.filter(({ match }) => match.tag === 'fixed-time');
    expect(timed.map(({ match, action }) => [match.metric, action])).toEqual([
      ['latency', 'warn'],
      ['cpu.*', 'warn'],
      ['disk.*', 'warn'],
      ['network.*', 'warn'],
    ]);
  });

  test('whose script uses benchmark.js lets each benchmark run for half a second', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { bench: 'node ./b.js' } }),
      'b.js': "const b = require('./lib/suite')",
      'lib/suite.js': "const { Suite } = require('benchmark');",
    });
    const short = "require('benchmark').options.maxTime = 0.5; import('./b.js')";
    expect(suite.tests).toMatchObject([
      { command: ['node', '-e', short], results: { format: 'benchmark.js' } },
    ]);
  });

  test.each([
    ['node b.js && node c.mjs', "let it print JSON: run({ format: 'json' })"],
    ['autocannon -d 5 localhost', 'autocannon goes on for a fixed time'],
  ])('whose script `%s` has no numbers to read gets no test, and says so', async (bench, words) => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { bench } }),
      'c.mjs': "import { run } from 'mitata'",
    });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
    expect(readFileSync(suite.file, 'utf8')).toContain(words);
  });

  test.each([
    [{ scripts: { bench: 'vitest bench' } }, 'node_modules/.bin/vitest bench'],
    [{ scripts: { bench: 'vitest bench && echo' } }, 'npm run bench --'],
    [{}, 'node_modules/.bin/vitest bench'],
  ])('with vitest and %j lets it write its numbers into a file', async (more, command) => {
    const suite = await draft({
      'package.json': JSON.stringify({ ...more, devDependencies: { vitest: '^4.0.0' } }),
      'src/deep/hash.bench.ts': '',
    });
    expect(commandsOf(suite)).toEqual([`${command} --run --outputJson perigee-bench.json`]);
    expect(suite.tests[0]?.results).toEqual({ file: 'perigee-bench.json', format: 'vitest' });
  });

  test('with vitest 5, which writes no such file, gets no test, and says so', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ devDependencies: { vitest: '^5.1.0' } }),
      'hash.bench.ts': '',
    });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
    expect(readFileSync(suite.file, 'utf8')).toContain('# - vitest bench: vitest 5 writes no file');
  });

  test.each([
    ['that is no JSON', '{'],
    ['that is a list', '[]'],
    ['without texts', '{"name": 1, "scripts": {"bench": 2}, "devDependencies": "vitest"}'],
    ['that is null', 'null'],
  ])('%s is passed over', async (_, text) => {
    expect((await draft({ 'package.json': text })).tests).toHaveLength(1);
  });

  test('cannot put keys or lines of its own into the file', async () => {
    const bench = 'bench: x\n    command: [evil]\u001b #"\'';
    const suite = await draft({
      'package.json': JSON.stringify({ name: 'a: [b]\nversion: 2', scripts: { [bench]: 'x' } }),
    });
    expect(suite.name).toBe('a: [b]version: 2');
    expect(suite.tests[0]?.command).toEqual(['npm', 'run', bench]);
  });
});

test.each([
  ['pom.xml', 'no benchmarks of JMH are in it'],
  ['CMakeLists.txt', 'no program with Google Benchmark'],
  ['src/a.csproj', 'no project with BenchmarkDotNet'],
  ['Gemfile', 'init does not know its benchmarks'],
])('%s without benchmarks gets no test, and the file says what to write', async (file, words) => {
  const suite = await draft({ [file]: '' });
  expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
  expect(readFileSync(suite.file, 'utf8')).toContain(words);
});

test('benchmarks of two toolchains stand side by side', async () => {
  const suite = await draft({
    'package.json': JSON.stringify({ scripts: { bench: 'node b.js' } }),
    'bench/io.py': '',
    'go.mod': 'module sync\n',
  });
  expect(suite.tests.map(({ name }) => name)).toEqual(['bench', 'bench/io.py']);
  expect(setupOf(suite)).toEqual(['npm install']);
});

test.each([
  ['package-lock.json', '# what package-lock.json lists'],
  ['README.md', '# no lock file was found: the sides may get different versions'],
])('beside a package.json, %s decides what the file says of the install', async (name, comment) => {
  const suite = await draft({ 'package.json': '{"scripts":{"bench":"x"}}', [name]: '{}' });
  expect(readFileSync(suite.file, 'utf8')).toContain(comment);
});

test('two minutes are proposed where they buy many pairs', () => {
  const draft = (testsMs: number): string =>
    draftSuite({ ...nothing, took: { setupMs: 1, testsMs } });
  expect(draft(1_300)).toContain('\ntime: 2m # buys about 46 pairs of each test here; ');
  expect(draft(3)).toContain('\ntime: 2m # more than enough for the 100 pairs');
  expect(draft(1_501)).toContain('\n# time: 5m\n');
  expect(draftSuite(nothing)).toContain('\n# time: 5m\n');
});
