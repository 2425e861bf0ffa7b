import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findRoot } from '../../src/cli/workplace.ts';
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
