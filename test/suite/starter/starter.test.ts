import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Suite } from '../../../src/contract/suite.ts';
import { loadSuite } from '../../../src/suite/load-suite.ts';
import { parseSuite } from '../../../src/suite/parse-suite.ts';
import { draftSuite } from '../../../src/suite/starter/draft-suite.ts';
import { inspectRepository } from '../../../src/suite/starter/inspect-repository.ts';
import { listPlaceholders } from '../../../src/suite/starter/placeholder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-starter-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Writes the files, drafts a suite for them and loads it. */
async function draft(files: Record<string, string>): Promise<Suite> {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const file = join(folder, 'perigee.yml');
  writeFileSync(file, draftSuite(await inspectRepository(folder)));
  return loadSuite(file);
}

const commandsOf = ({ tests }: Suite): string[] => tests.map(({ command }) => command.join(' '));
const setupOf = ({ setup }: Suite): string[] => setup.map((command) => command.join(' '));

test('where Perigee is installed, the first line tells editors where the schema is', async () => {
  expect(draftSuite(await inspectRepository(folder))).not.toContain('$schema');
  const schema = join(folder, 'node_modules/perigee/schemas/config.schema.json');
  mkdirSync(dirname(schema), { recursive: true });
  writeFileSync(schema, '{}');
  expect(draftSuite(await inspectRepository(folder)).split('\n')[0]).toBe(
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
    const found = { name: 'n', setup: [], tests: [test], hasBenchmarks: true, hasSchema: false };
    const text = draftSuite(found);
    expect(parseSuite(text, 'perigee.yml').tests[0]?.command).toEqual(['run', name]);
  },
);

describe('a package.json', () => {
  const scripts = { test: 'vitest run', bench: 'node b.js', 'bench:io': 'node i.js', build: 'tsc' };

  test('gives its benchmark scripts, and the build as setup', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ name: '@acme/sync', scripts }),
      'package-lock.json': '{}'.padEnd(3_000_000),
    });
    expect(suite.name).toBe('@acme/sync');
    expect(setupOf(suite)).toEqual(['npm ci', 'npm run build']);
    expect(commandsOf(suite)).toEqual(['npm run bench', 'npm run bench:io']);
  });

  test('without benchmarks gives its tests', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ scripts: { test: 'node --test' } }),
      'pnpm-lock.yaml': '',
    });
    expect(setupOf(suite)).toEqual(['pnpm install --frozen-lockfile']);
    expect(commandsOf(suite)).toEqual(['pnpm run test']);
  });

  test('as npm writes it at first has no tests worth measuring', async () => {
    const script = 'echo "Error: no test specified" && exit 1';
    const suite = await draft({ 'package.json': JSON.stringify({ scripts: { test: script } }) });
    expect(suite.tests.map(({ name }) => name)).toEqual(['replace me']);
  });

  test('with vitest and a bench file gives vitest bench', async () => {
    const suite = await draft({
      'package.json': JSON.stringify({ devDependencies: { vitest: '*' } }),
      'src/deep/hash.bench.ts': '',
    });
    expect(commandsOf(suite)).toEqual(['node node_modules/vitest/vitest.mjs bench --run']);
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

describe('a Python project', () => {
  test('with a folder of benchmarks gives that folder', async () => {
    const suite = await draft({
      'pyproject.toml': '[project]\nname = "sync"\n[tool.pytest.ini_options]\n',
      'benchmarks/test_upload.py': '',
    });
    expect(suite.name).toBe('sync');
    expect(commandsOf(suite)).toEqual(['.venv/bin/python -m pytest -q benchmarks']);
    expect(setupOf(suite)[1]).toBe('.venv/bin/python -m pip install --quiet -e .');
  });

  test('with tests only gives them', async () => {
    const suite = await draft({ 'requirements.txt': 'requests\n', 'tests/test_a.py': '' });
    expect(commandsOf(suite)).toEqual(['.venv/bin/python -m pytest -q']);
    expect(setupOf(suite)[1]).toBe('.venv/bin/python -m pip install --quiet -r requirements.txt');
  });
});

test('a Go module gives its benchmarks, each a fixed number of times', async () => {
  const suite = await draft({ 'go.mod': 'module example.org/team/sync\n\ngo 1.24\n' });
  expect(suite.name).toBe('sync');
  expect(commandsOf(suite)).toEqual(['go test -run=^$ -bench=. -benchtime=100x ./...']);
});

test('benchmarks of two toolchains stand side by side, the mere tests of a third do not', async () => {
  const suite = await draft({
    'package.json': JSON.stringify({ scripts: { bench: 'x' } }),
    'go.mod': 'module sync\n',
    'requirements.txt': 'pytest\n',
  });
  expect(suite.tests.map(({ name }) => name)).toEqual(['bench', 'go benchmarks']);
  expect(setupOf(suite)).toEqual(['npm install', 'go build ./...']);
});

test.each([
  ['package-lock.json', '# what package-lock.json lists'],
  ['README.md', '# no lock file was found: the sides may get different versions'],
])('beside a package.json, %s decides what the file says of the install', async (name, comment) => {
  const suite = await draft({ 'package.json': '{"scripts":{"bench":"x"}}', [name]: '{}' });
  expect(readFileSync(suite.file, 'utf8')).toContain(comment);
});
