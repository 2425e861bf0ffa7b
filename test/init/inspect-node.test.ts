/** Workspaces of Node: the benchmarks of each package, and never all of them as one test. */
import { beforeEach, expect, test } from 'vitest';
import type { StarterPorts } from '../../src/init/findings.ts';
import { inspectRepository } from '../../src/init/inspect-repository.ts';
import { makeFolder } from '../make-folder.ts';
import { inspect as inspectFiles, noPorts } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const inspect = (files: Record<string, unknown>) => inspectFiles(folder, files);

const core = {
  'packages/core/package.json': {
    scripts: { build: 'tsc', bench: 'vitest bench --run' },
    devDependencies: { vitest: '^3.2.4' },
  },
  'packages/cli/package.json': { scripts: { benchmark: 'node bench/run.mjs' } },
  'packages/cli/bench/run.mjs': "import { Bench } from 'tinybench';\nawait new Bench().run();\n",
};
const pnpm = { 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n', 'pnpm-lock.yaml': '' };
const npm = { 'package-lock.json': '{}' };
const workspaces = ['packages/*'];

test.each([
  ['pnpm', { ...pnpm, 'package.json': { scripts: { bench: 'pnpm --filter @acme/core bench' } } }],
  ['npm', { ...npm, 'package.json': { workspaces, scripts: { bench: 'npm run bench -w core' } } }],
  ['turbo', { ...npm, 'package.json': { workspaces, scripts: { bench: 'turbo run bench' } } }],
  ['nx', { ...npm, 'package.json': { workspaces, scripts: { bench: 'nx run-many -t bench' } } }],
  ['a loop', { ...npm, 'package.json': { workspaces, scripts: { bench: 'sh each.sh bench' } } }],
  [
    'lerna',
    { ...npm, 'lerna.json': {}, 'package.json': { scripts: { bench: 'lerna run bench' } } },
  ],
  ['braces', { ...npm, 'package.json': { workspaces: ['{apps,packages}/*'] } }],
  ['yarn', { 'yarn.lock': '', 'package.json': { workspaces: { packages: workspaces } } }],
])(
  'a workspace of %s gives the benchmarks of each package with their numbers',
  async (_, files) => {
    const { setup, tests } = await inspect({ ...core, ...files });
    expect(tests).toMatchObject([
      { name: 'packages/cli benchmark', results: { format: 'tinybench' } },
      { name: 'packages/core bench', directory: 'packages/core', results: { format: 'vitest' } },
    ]);
    expect(tests[1]!.command.filter((word) => word === '--run')).toHaveLength(1);
    expect(setup.at(-1)?.command.join(' ')).toMatch(/build/);
  },
);

test('where yarn has no node_modules, it starts what a package measures', async () => {
  const root = { 'yarn.lock': '__metadata:\n  version: 8\n', 'package.json': { workspaces } };
  const commands = async (settings: string) =>
    (await inspect({ ...core, ...root, '.yarnrc.yml': settings })).tests.map(({ command }) =>
      command.slice(0, 3).join(' '),
    );
  expect(await commands('')).toEqual(['yarn run benchmark', 'yarn run bench']);
  expect((await commands('nodeLinker: node-modules\n'))[1]).toMatch(/\.bin\/vitest bench/);
});

test('packages that Rush installs are named, and not measured', async () => {
  const projects = '// all\n{ "projects": [{ "projectFolder": "packages/core" }] }';
  const { 'packages/core/package.json': only } = core;
  const { passedOver, tests } = await inspect({
    ...{ 'packages/core/package.json': only, 'rush.json': projects },
  });
  expect(tests).toEqual([]);
  expect(passedOver).toMatchObject([
    { what: 'packages/core bench', why: expect.stringMatching(/^Rush installs/) as string },
  ]);
});

test('a program of a package is found where its installer puts it', async () => {
  const root = { workspaces, scripts: {} };
  const ofNpm = await inspect({ ...core, ...npm, 'package.json': root });
  expect(ofNpm.tests[1]?.command[0]).toBe('../../node_modules/.bin/vitest');
  const ofPnpm = await inspect({ ...pnpm });
  expect(ofPnpm.tests[1]?.command[0]).toBe('node_modules/.bin/vitest');
});

test('several scripts of one package are measured each, and the one that starts them is not', async () => {
  const { tests } = await inspect({
    'package.json': {
      scripts: {
        bench: 'npm run bench:parse && npm run bench:print',
        'bench:all': 'run-s bench:*',
        'bench:parse': 'node bench/parse.mjs',
        'bench:print': 'node bench/print.mjs',
      },
    },
    'bench/parse.mjs': '',
    'bench/print.mjs': '',
  });
  expect(tests.map(({ name }) => name)).toEqual(['bench:parse', 'bench:print']);
});

test('a pattern with many stars ends nothing, and two stars are any folders', async () => {
  const folder = `deep/er/${'a'.repeat(60)}`;
  const { tests } = await inspect({
    'package.json': { workspaces: ['deep/**', `deep/er/${'*a'.repeat(40)}b`, '!deep/er/**/left'] },
    [`${folder}/package.json`]: { scripts: { bench: 'node a.mjs' } },
    [`${folder}/left/package.json`]: { scripts: { bench: 'node a.mjs' } },
  });
  expect(tests.map(({ directory }) => directory)).toEqual([folder]);
});

test('a package that the workspace leaves out is none of it', async () => {
  const patterns = 'packages:\n  - packages/**\n  - "!packages/core"\n';
  const { tests } = await inspect({ ...core, 'package.json': {}, 'pnpm-workspace.yaml': patterns });
  expect(tests.map(({ name }) => name)).toEqual(['packages/cli benchmark']);
});

const nestedOf = (files: Record<string, unknown>, scripts = {}) =>
  inspect({
    'package.json': { name: 'uri', scripts },
    'benchmark/package.json': { dependencies: { tinybench: '^4' } },
    'benchmark/benchmark.mjs': "import { Bench } from 'tinybench';\n",
    ...files,
  });
const setupOf = async (found: ReturnType<typeof nestedOf>) =>
  (await found).setup.map(({ command }) => command.join(' ')).slice(1);

test.each([
  ['package-lock.json', 'npm ci --prefix benchmark'],
  ['pnpm-lock.yaml', 'pnpm --dir benchmark install --frozen-lockfile --ignore-workspace'],
  ['yarn.lock', 'yarn --cwd benchmark install --immutable'],
  ['bun.lock', 'bun install --frozen-lockfile --cwd benchmark'],
  ['readme.md', 'npm install --prefix benchmark'],
])(
  'a package of benchmarks in none of the workspaces, with %s, is installed',
  async (file, wanted) => {
    const files = { [`benchmark/${file}`]: '' };
    const [inside, beside] = ['node benchmark/benchmark.mjs', 'node perf.js'];
    for (const scripts of [{}, { bench: inside }, { bench: beside }])
      expect(await setupOf(nestedOf(files, scripts))).toEqual([wanted]);
  },
);

const installs = ['npm ci --prefix benchmarks'];
const scripts = { bench: 'node parse.mjs' };
test.each([
  [{ scripts }, [], 'benchmarks bench'],
  [{ scripts, dependencies: { a: '1' } }, installs, 'benchmarks bench'],
  [{ dependencies: { a: '1' } }, installs, 'benchmarks/parse.mjs'],
])(
  'beside another language, the package of benchmarks %j is measured',
  async (file, wanted, name) => {
    const { setup, tests } = await inspect({
      ...{ 'go.mod': 'module sync\n', 'benchmarks/package.json': file },
      ...{ 'benchmarks/parse.mjs': '', 'benchmarks/package-lock.json': '' },
    });
    expect(tests.map((one) => one.name)).toEqual([name]);
    expect(setup.map(({ command }) => command.join(' '))).toEqual(wanted);
  },
);

test('a lock file that git ignores is none, since no checkout has it', async () => {
  await nestedOf({ 'package-lock.json': '', 'benchmark/package-lock.json': '' });
  const run: StarterPorts['run'] = ([program, ...args]) =>
    Promise.resolve({
      ...{ status: program === 'git' && args.at(-1) === 'benchmark/package-lock.json' ? 0 : 1 },
      ...{ output: '', durationMs: 0 },
    });
  const { setup } = await inspectRepository(folder, { ...noPorts, run });
  expect(setup.map(({ command }) => command.join(' '))).toEqual([
    ...['npm ci', 'npm install --prefix benchmark'],
  ]);
  expect(setup[1]?.because).toContain('git ignores benchmark/package-lock.json');
});

test('a package that no benchmark needs, or that the workspace installs, is not installed', async () => {
  const needless = { 'bench/package.json': { dependencies: { a: '1' } }, 'bench/a/b.json': {} };
  expect(await setupOf(nestedOf(needless))).toEqual(['npm install --prefix benchmark']);
  const member = { 'package.json': { workspaces: ['benchmark'] } };
  expect(await setupOf(nestedOf(member))).toEqual([]);
});

test('the scripts of such a package are measured, and what only starts them is not', async () => {
  const ownScripts = {
    'benchmark/package.json': {
      scripts: { bench: 'node benchmark.mjs', 'bench:deep': 'tsx deep.ts' },
      devDependencies: { tinybench: '^4', tsx: '^4' },
    },
    'benchmark/deep.ts': "import 'tinybench';",
    'benchmark/wide.mjs': "import 'tinybench';",
  };
  const script = 'cd benchmark && npm run bench';
  const { passedOver, tests } = await nestedOf(ownScripts, { benchmark: script });
  expect(tests.map(({ command, directory }) => [directory, command.at(-1)])).toEqual([
    ['benchmark', expect.stringMatching(/import\('\.\/benchmark\.mjs'\)/)],
    ['benchmark', 'deep.ts'],
    ['benchmark', expect.stringMatching(/import\('\.\/wide\.mjs'\)/)],
  ]);
  expect(tests[1]?.command[0]).toBe('node_modules/.bin/tsx');
  expect(passedOver.map(({ what }) => what)).toEqual(['npm run benchmark']);
  const called = await nestedOf(ownScripts, { bench: 'node benchmark/benchmark.mjs' });
  expect(called.tests.map(({ name }) => name)).toEqual([
    ...['bench', 'benchmark/deep.ts', 'benchmark/wide.mjs'],
  ]);
});

const nx = {
  ...npm,
  'nx.json': {},
  'package.json': { scripts: { bench: 'nx run-many -t bench' } },
};

test('targets of an nx workspace are measured without nx, or named', async () => {
  const { passedOver, tests } = await inspect({
    ...nx,
    'package.json': {
      scripts: { bench: 'nx run-many -t bench' },
      devDependencies: { vitest: '^3.2.4' },
    },
    'libs/core/project.json': {
      name: 'core',
      targets: {
        build: { command: 'tsc' },
        bench: {
          executor: 'nx:run-commands',
          options: { command: 'vitest bench --run', cwd: '{projectRoot}' },
        },
      },
    },
    'libs/cli/project.json': { targets: { perf: { command: 'node {projectRoot}/run.mjs | cat' } } },
    'libs/ui/project.json': { targets: { benchmark: { executor: '@acme/bench:run' } } },
    'libs/cli/run.mjs': 'for (let i = 0; i < 1e6; i += 1);\n',
  });
  expect(
    tests.map(({ command, directory, name, results }) => [
      name,
      directory,
      command,
      results?.format,
    ]),
  ).toEqual([
    ['libs/cli perf', undefined, ['sh', '-c', 'node libs/cli/run.mjs | cat'], undefined],
    [
      ...['libs/core bench', 'libs/core'],
      expect.arrayContaining(['../../node_modules/.bin/vitest', 'bench']),
      'vitest',
    ],
  ]);
  expect(passedOver.map(({ what }) => what)).toEqual(['npm run bench', 'nx run ui:benchmark']);
});
