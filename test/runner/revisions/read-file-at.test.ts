import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../src/runner/revisions/repository.ts';
import { readFileAt } from '../../../src/runner/revisions/read-file-at.ts';
import { cleanEnvironment, makeRepository } from '../stage/make-repository.ts';

test('a file is read as the commit has it, not as it lies there now', async () => {
  const { root, git, write } = makeRepository({ 'perf/perigee.yml': 'version: 1\n\n' });
  write('perf/perigee.yml', 'version: 2\n');
  const repository = await openRepository(root, cleanEnvironment);
  const commit = git('rev-parse', 'HEAD');
  expect(await readFileAt(repository, commit, 'perf/perigee.yml')).toBe('version: 1\n\n');
  expect(await readFileAt(repository, commit, 'perigee.yml')).toBe(undefined);
  expect(await readFileAt(repository, commit, 'perf')).toBe(undefined);
  expect(await readFileAt(repository, commit, '--output=x')).toBe(undefined);
});

test('neither a link nor a file that is too large is read', async () => {
  const { root, commit, write } = makeRepository();
  symlinkSync('/etc/passwd', join(root, 'perigee.yml'));
  write('large.yml', '#'.repeat(2 ** 22 + 1));
  const made = commit('odd');
  const repository = await openRepository(root, cleanEnvironment);
  expect(await readFileAt(repository, made, 'perigee.yml')).toBe(undefined);
  await expect(readFileAt(repository, made, 'large.yml')).rejects.toThrow(/at most 4 MiB/);
});

test('a commit that is not there is no commit without the file', async () => {
  const { root } = makeRepository();
  const repository = await openRepository(root, cleanEnvironment);
  await expect(readFileAt(repository, '0'.repeat(40), 'perigee.yml')).rejects.toThrow(/ls-tree/);
});
