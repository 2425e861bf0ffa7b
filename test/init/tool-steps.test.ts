import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { bisectWorkflowFile, writeBisectWorkflow } from '../../src/init/bisect-workflow.ts';
import { findVersions, nameProgramOf, readToolVersions } from '../../src/init/tool-steps.ts';
import { describeWorkflow } from '../../src/init/workflow.ts';
import { makeFolder, writeFiles } from '../make-folder.ts';
import { noPorts } from './ports.ts';

let root: string;
beforeEach(() => (root = makeFolder()));

const tests = ['.', 'measured/cmd'].map((directory) => ({ directory }));
const here = `node-version: ${process.versions.node.split('.')[0]}`;

test.each([
  ['node', {}, here],
  ['node', { '.nvmrc': 'v22\n', 'package.json': '{"engines":{"node":">=20"}}' }, '.nvmrc'],
  ['node', { '.nvmrc': 'lts/*\n' }, '.nvmrc'],
  ['node', { '.node-version': '20.1.0' }, '.node-version'],
  ['node', { '.tool-versions': 'ruby 3\nnodejs 22.1.0\n' }, '.tool-versions'],
  ['node', { 'package.json': '{"engines":{"npm":">=9","node":">=20"}}' }, 'package.json'],
  ['node', { 'package.json': '{"dependencies":{"node":"24"}}' }, here],
  ['python', {}, "python-version: '3.11'"],
  ['python', { '.python-version': '3.12\n' }, '.python-version'],
  ['python', { '.python-version': 'my-environment\n' }, "python-version: '3.11'"],
  ['python', { 'pyproject.toml': '[project]\nrequires-python = ">=3.8"' }, 'pyproject.toml'],
  ['python', { 'pyproject.toml': '[tool.poetry.dependencies]\na=1\npython="3"' }, 'pyproject.toml'],
  ['python', { 'pyproject.toml': '[tool.x]\npython = "no"' }, "python-version: '3.11'"],
  ['python', { Pipfile: '[requires]\npython_version = "3.10"' }, 'Pipfile'],
  ['go', { 'go.mod': 'module x\n\ngo 1.22\n' }, 'go.mod'],
  ['go', { 'go.work': 'go 1.22\n', 'a/go.mod': 'module a\ngo 1.21\n' }, 'go.work'],
  ['go', { 'go.mod': 'go 1.20\n', 'go.work': 'go 1.22\n' }, 'go.work'],
  ['go', { 'a/go.mod': 'module a\ngo 1.21\n' }, 'a/go.mod'],
  ['go', { 'a/go.mod': 'go 1.21\n', 'measured/go.mod': 'go 1.20\n' }, 'measured/go.mod'],
  ['go', { 'go.mod': 'go 1.24\n', 'measured/go.mod': 'go 1.9\n' }, 'go.mod'],
  ['go', { 'go.mod': 'go 1.9\n', 'measured/go.mod': 'go 1.24\n' }, 'measured/go.mod'],
] as const)('the version of %s in %j is that of %s', async (language, files, expected) => {
  writeFiles(root, { ...files });
  const run = () => Promise.resolve({ status: 0, output: 'Python 3.11.4\n', durationMs: 1 });
  const versions = await readToolVersions(root, { run }, tests);
  const isFile = !expected.includes(':');
  expect(versions[language]).toBe(isFile ? `${language}-version-file: ${expected}` : expected);
});

test.each([
  [{ '.nvmrc': 'v18.20.1\n' }, 'node-version: 24'],
  [{ '.nvmrc': 'lts/hydrogen\n' }, 'node-version: 24'],
  [{ '.nvmrc': 'lts/*\n' }, 'node-version-file: .nvmrc'],
  [{ '.tool-versions': 'go 1.22\nnodejs 22.1.0\n' }, 'node-version-file: .tool-versions'],
  [{ 'package.json': '{"engines":{"npm":">=9","node":"^18 || ^20"}}' }, 'node-version: 24'],
  [{ 'package.json': '{"engines":{"node":">=20.9"}}' }, 'node-version-file: package.json'],
])('Perigee searches with a Node that it runs on, where %j', async (files, expected) => {
  writeFiles(root, { ...files });
  const versions = await readToolVersions(root, noPorts);
  await writeBisectWorkflow(root, { setup: [], tests: [] }, versions, noPorts);
  expect(readFileSync(join(root, bisectWorkflowFile), 'utf8')).toContain(`with: { ${expected} }`);
});

test('where no Python can be started, none is named', async () => {
  expect((await readToolVersions(root, noPorts)).python).toBeUndefined();
});

test('a workflow that was written on another machine keeps the versions of that one', () => {
  const versions = { node: 'node-version-file: .nvmrc', python: "python-version: '3.9'" };
  const facts = { defaultBranch: 'main', shards: 1, programs: ['npm', 'python3'], versions };
  expect(findVersions(describeWorkflow(facts))).toEqual(versions);
});

test('a program behind env is the one that a command calls', () => {
  expect(nameProgramOf(['env', 'A=1', 'pipenv', 'sync'])).toEqual(['pipenv']);
  expect(nameProgramOf(['go', 'test'])).toEqual(['go']);
});
