import { beforeEach, expect, test } from 'vitest';
import type { StarterPorts } from '../../src/init/findings.ts';
import { makeFolder } from '../make-folder.ts';
import { draft, noPorts } from './ports.ts';

let folder: string;
beforeEach(() => (folder = makeFolder()));

const root = { scripts: { test: 'tape' }, devDependencies: { eslint: '9', tape: '5' } };
const bench = { scripts: { bench: 'node run.mjs' }, dependencies: { tinybench: '5', ajv: '8' } };
const library = (files: Record<string, string>, fields: object = {}): Record<string, string> => ({
  'package.json': JSON.stringify({ ...root, ...fields }),
  'benchmark/package.json': JSON.stringify(bench),
  'benchmark/run.mjs': "import { Bench } from 'tinybench';\nimport lib from '../index.js';\n",
  'index.js': "const { join } = require('node:path');\n",
  ...files,
});
const setupOf = async (files: Record<string, string>, ports?: StarterPorts): Promise<string[]> =>
  (await draft(folder, files, ports)).setup.map((command) => command.join(' '));

const nested = 'npm install --prefix benchmark';

test.each([
  ['no other', {}, {}, [nested]],
  ['dependencies of its own', {}, { dependencies: { x: '1' } }, ['npm install --omit=dev', nested]],
  ['a script that an installation starts', {}, { scripts: { prepare: 'tsc' } }],
  ['a build', {}, { scripts: { build: 'tsc' } }],
  ['a linter that the benchmark uses', { 'benchmark/run.mjs': "import 'eslint/use';\n" }, {}],
  ['one that the library uses', { 'index.js': "require('tape')" }, {}],
  ['a name that is computed', { 'index.js': 'require(name)' }, {}],
] as const)('the packages of developers, beside %s', async (_what, files, fields, setup?) => {
  const found = await setupOf(library({ ...files }, fields));
  if (setup === undefined) expect(found).toContain('npm install');
  else expect(found).toEqual(setup);
});

test('are installed all the same where a benchmark fails without them', async () => {
  const ran: string[] = [];
  const ports: StarterPorts = {
    ...noPorts,
    checkOut: (directory) => Promise.resolve({ directory, remove: () => Promise.resolve() }),
    run: ([program = '', ...args]) => {
      ran.push([program, ...args].join(' '));
      const isTest = program === 'node';
      const status = isTest && !ran.includes('npm install') ? 1 : 0;
      return Promise.resolve({
        status: args[0] === 'check-ignore' ? 1 : status,
        output: '',
        durationMs: 1,
      });
    },
  };
  const files = library({ 'benchmark/run.mjs': "import lib from '../index.js';\n" });
  expect(await setupOf(files, ports)).toEqual(['npm install', nested]);
});
