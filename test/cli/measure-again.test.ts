import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { listWords, namePatch } from '../../src/cli/measure-again.ts';
import { nameProgram } from '../../src/cli/program-name.ts';
import type { PatchOptions } from '../../src/cli/shared-options.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { writeRunState } from '../../src/runner/journal/run-state.ts';
import type { SidesRequest } from '../../src/runner/revisions/resolve-sides.ts';
import { readExample } from '../contract/corpus.ts';
import { makeFolder } from '../make-folder.ts';

const example = readExample('run-record', 'valid', 'complete');
const record = parseDocument('run-record', example, 'example');
const { id } = record;
const commit = 'abcdef0123456789abcdef0123456789abcdef01';
const sides: SidesRequest = {
  before: { kind: 'where-it-branched' },
  after: { kind: 'working-tree' },
};
let root: string;
let folder: string;
beforeEach(() => {
  root = makeFolder();
  folder = join(root, '.perigee', 'runs', id);
  mkdirSync(folder, { recursive: true });
});

async function name(label: string, directory = root): Promise<string> {
  const after = { commit: 'f'.repeat(40), label: 'the change' };
  const { command, selection } = await namePatch(
    root,
    { id, after, before: { commit, label } },
    directory,
  );
  return command.replace(`${nameProgram(root)} `, '') + selection;
}

async function keep(asked: SidesRequest, options: PatchOptions = {}): Promise<void> {
  const words = listWords(options, root);
  await writeRunState(folder, { record, sides: asked, suiteSha256: '', words });
}

test('the command that measures a run again has its options, each as one word', async () => {
  await keep(sides, {
    ...{
      affected: 'all',
      config: join(root, "it's/perigee.yml"),
      instructions: 'only',
      isolation: 'off',
    },
    ...{ nightly: true, tag: ['slow'], test: ['a b', 'c'], time: 1.5e9 },
  });
  expect(await name('merge base with main')).toBe(
    String.raw`patch --config 'it'\''s/perigee.yml' --affected all --isolation off --nightly --time 1.5s --instructions only --tag slow --test 'a b' --test c`,
  );
});

test('what is usual is left out, and another folder enters the repository first', async () => {
  await keep(sides, { isolation: 'auto' });
  expect(await name('HEAD')).toBe('patch');
  expect(await name('HEAD', join(root, '..'))).toBe(`cd ${root} && patch`);
});

test('the file of the suite is named from where the command is called', async () => {
  await keep(sides, { affected: 'auto', config: join(root, 'ci/perigee.yml') });
  const inner = await name('HEAD', join(root, 'src'));
  expect(inner).toBe('patch --config ../ci/perigee.yml --affected auto');
  const outer = await name('HEAD', join(root, '..'));
  expect(outer).toBe(`cd ${root} && patch --config ci/perigee.yml --affected auto`);
});

test('a base that `patch` would not find is named by its commit', async () => {
  await keep({ ...sides, after: { kind: 'revision', name: 'HEAD' } });
  expect(await name('merge base with main')).toBe('patch');
  const ends = { before: { commit, label: '' }, after: { commit: 'f'.repeat(40), label: '' } };
  const { again } = await namePatch(root, { id, ...ends });
  expect(again).toMatch(/ compare abcdef012345 ffffffffffff$/);
  expect(await name('the commit before')).toBe('patch --base abcdef012345');
  await keep({ ...sides, before: { kind: 'revision', name: 'HEAD~3' } });
  expect(await name('HEAD~3')).toBe('patch --base abcdef012345');
});

test('a run that says nothing of its command line, or is not here, is measured by `patch` alone', async () => {
  expect(await name('v1')).toBe('patch');
  await writeRunState(folder, { record, sides, suiteSha256: '' });
  expect(await name('HEAD')).toBe('patch');
  const words = { options: ['--time', 5], selection: [] };
  const state = { record, sides, suiteSha256: '', words };
  writeFileSync(join(folder, 'run.json'), JSON.stringify(state));
  expect(await name('HEAD')).toBe('patch');
});
