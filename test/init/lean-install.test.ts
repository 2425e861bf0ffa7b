import { beforeEach, expect, test } from 'vitest';
import type { StarterPorts } from '../../src/init/findings.ts';
import { makeFolder } from '../make-folder.ts';
import { draft, noPorts } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const root = { devDependencies: { ajv: '8', eslint: '9', tape: '5' } };
const bench = { scripts: { bench: 'node run.mjs' }, dependencies: { ajv: '8' } };
const library = (files: Record<string, string>, fields: object = {}): Record<string, string> => ({
  'package.json': JSON.stringify({ ...root, ...fields }),
  'benchmark/package.json': JSON.stringify(bench),
  'benchmark/run.mjs': "import Ajv from 'ajv';\nimport lib from '../index.js';\n",
  'index.js': "const { join } = require('node:path');\n",
  ...files,
});
const portsThatNeed = (needed?: string): StarterPorts => {
  const ran: string[] = [];
  return {
    ...noPorts,
    checkOut: (directory) => Promise.resolve({ directory, remove: () => Promise.resolve() }),
    run: ([program = '', ...args]) => {
      ran.push([program, ...args].join(' '));
      const isLacking = program === 'node' && needed !== undefined && !ran.includes(needed);
      const status = isLacking || args[0] === 'check-ignore' ? 1 : 0;
      return Promise.resolve({ status, output: '', durationMs: 1 });
    },
  };
};
const setupOf = async (files: Record<string, string>, ports: StarterPorts): Promise<string[]> =>
  (await draft(folder, files, ports)).setup.map((command) => command.join(' '));

const prepared = JSON.stringify({ ...bench, scripts: { ...bench.scripts, install: 'x' } });
const nested = 'npm install --prefix benchmark';

test.each([
  ['no other', {}, {}, [nested]],
  ['dependencies of its own', {}, { dependencies: { x: '1' } }, ['npm install --omit=dev', nested]],
  ['a script that an installation starts', {}, { scripts: { prepare: 'tsc' } }],
  ['a script after these', {}, { scripts: { postprepare: 'tsc' } }],
  ['a build', {}, { scripts: { build: 'tsc' } }],
  ['a linter that the benchmark uses', { 'benchmark/run.mjs': "import 'eslint/use';\n" }, {}],
  ['one that the library uses', { 'index.js': "require('tape')" }, {}],
  ['a program that it starts', { 'index.js': "import { exec } from 'node:child_process';" }, {}],
  ['npx', { 'index.js': 'tools.run(`npx --yes ${tool}`)' }, {}],
  ['one that is looked up', { 'index.js': "createRequire(here).resolve('eslint')" }, {}],
  ['a worker', { 'index.js': "new Worker('./work.js')" }, {}],
  ['a workspace of pnpm', { 'pnpm-workspace.yaml': 'packages: [benchmark]\n' }, {}],
  ['one in the command', {}, { scripts: { bench: 'node --import=tape/x index.js' } }],
  ['a script of a package', { 'benchmark/package.json': prepared }, {}],
  ['a name that is computed', { 'index.js': 'require(name)' }, {}],
] as const)('the packages of developers, beside %s', async (_what, files, fields, setup?) => {
  const found = await setupOf(library({ ...files }, fields), portsThatNeed());
  if (setup === undefined) expect(found).toContain('npm install');
  else expect(found).toEqual(setup);
});

test.each([
  ['a benchmark fails without them', portsThatNeed('npm install')],
  ['nothing can be tried', noPorts],
])('are installed all the same where %s', async (_what, ports) => {
  expect(await setupOf(library({}), ports)).toEqual(['npm install', nested]);
});
