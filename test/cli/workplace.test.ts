import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findRoot, findSuiteFile } from '../../src/cli/workplace.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
});
afterEach(() => {
  vi.unstubAllEnvs();
  repository.remove();
});

test('a checkout of another user, as containers have it, is told as such, with the folder to trust', () => {
  const folder = join(repository.root, 'bench');
  mkdirSync(folder);
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
  vi.stubEnv('LC_ALL', 'de_DE.UTF-8');
  expect(() => findRoot(folder)).toThrow(`safe.directory ${JSON.stringify(repository.root)}`);
});

test('a folder outside any repository is told as such', () => {
  expect(() => findRoot('/')).toThrow(/is not inside a git repository/);
});

test('a suite that is a link to a file outside the repository is not read', () => {
  symlinkSync('/etc/passwd', join(repository.root, 'perigee.yml'));
  expect(() => findSuiteFile(repository.root, undefined)).toThrow(
    'perigee.yml: this is a link to a file outside the repository',
  );
});

test('a suite that is a link within the repository is read', () => {
  repository.write('suite.yml', 'version: 1');
  symlinkSync('suite.yml', join(repository.root, 'perigee.yml'));
  expect(findSuiteFile(repository.root, undefined)).toBe(join(repository.root, 'perigee.yml'));
});
