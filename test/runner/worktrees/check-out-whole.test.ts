import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitCode } from '../../../src/contract/user-error.ts';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { checkOutWhole } from '../../../src/runner/worktrees/check-out-whole.ts';
import {
  cleanEnvironment,
  makeFolder,
  makeRepository,
  type TestRepository,
} from '../stage/make-repository.ts';
import { checkOut, makeHost } from '../revisions/make-clone.ts';

async function checkOutHead(
  { root }: Pick<TestRepository, 'root'>,
  path = cleanEnvironment['PATH'],
) {
  const repository = await openRepository(root, { ...cleanEnvironment, PATH: path ?? '' });
  const made = join(makeFolder(), 'made');
  await checkOutWhole(repository, made, 'HEAD');
  return made;
}

const files = { 'in/a.txt': 'a', 'out/b.txt': 'b' };

test.each([
  ['a sparse checkout', ['sparse-checkout', 'set', '--cone', 'in']],
  ['one by patterns', ['sparse-checkout', 'set', '--no-cone', '/in/']],
  ['one with a sparse index', ['sparse-checkout', 'set', '--cone', '--sparse-index', 'in']],
])(
  '%s of the user leaves nothing out of a side, nor does git that setup calls there',
  async (_, args) => {
    const repository = makeRepository(files);
    repository.git(...args);
    expect(existsSync(join(repository.root, 'out'))).toBe(false);
    const made = await checkOutHead(repository);
    expect(readFileSync(join(made, 'out/b.txt'), 'utf8')).toBe('b');
    repository.git('-C', made, 'reset', '--quiet', '--hard');
    repository.git('-C', made, 'checkout', '--quiet', '--force', 'HEAD');
    expect(readFileSync(join(made, 'out/b.txt'), 'utf8')).toBe('b');
    expect(existsSync(join(repository.root, 'out'))).toBe(false);
    expect(existsSync(join(repository.root, '.git/info/sparse-checkout'))).toBe(true);
  },
);

test('a setting that an earlier job left behind leaves nothing out', async () => {
  const repository = makeRepository(files);
  repository.git('config', 'core.sparseCheckout', 'true');
  repository.write('.git/info/sparse-checkout', '/in/\n');
  const made = await checkOutHead(repository);
  expect(existsSync(join(made, 'out/b.txt'))).toBe(true);
});

test('a partial clone whose objects cannot be fetched says so, and what to do', async () => {
  const { origin, commits } = makeHost();
  origin.git('config', 'uploadpack.allowFilter', 'true');
  const { root, git } = await checkOut(origin.root, 'refs/heads/faster', ['--filter=blob:none']);
  git('remote', 'set-url', 'origin', '/nowhere');
  const repository = await openRepository(root, cleanEnvironment);
  const refused = checkOutWhole(repository, join(makeFolder(), 'made'), commits['first']!);
  await expect(refused).rejects.toMatchObject({ exitCode: exitCode.couldNotMeasure });
  await expect(refused).rejects.toThrow(/could not be checked out[^]*all objects/);
});

test('a clone that lacks an object says so', async () => {
  const repository = makeRepository(files);
  const object = repository.git('rev-parse', 'HEAD:out/b.txt');
  rmSync(join(repository.root, '.git/objects', object.slice(0, 2), object.slice(2)));
  await expect(checkOutHead(repository)).rejects.toThrow(/could not be checked out[^]*out\/b\.txt/);
});

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n';

test('where git-lfs is installed, it fills in what lies on this machine', async () => {
  const repository = makeRepository({ '.gitattributes': '*.bin filter=lfs\n', 'a.bin': pointer });
  const programs = makeFolder();
  const program = join(programs, 'git-lfs');
  writeFileSync(program, '#!/bin/sh\n[ "$1" = checkout ] && printf whole > a.bin\n');
  chmodSync(program, 0o755);
  const made = await checkOutHead(repository, `${programs}:${cleanEnvironment['PATH']}`);
  expect(readFileSync(join(made, 'a.bin'), 'utf8')).toBe('whole');
});
