import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tellUncommitted } from '../../src/cli/tell-uncommitted.ts';
import { makeRepository, type UserRepository } from './repository.ts';

let repository: UserRepository;
beforeEach(() => {
  repository = makeRepository();
  repository.write('perigee.yml', 'a');
  repository.write('work.mjs', 'a');
  repository.commit('Start');
});
afterEach(() => {
  repository.remove();
});

const tell = (): string | undefined =>
  tellUncommitted(repository.root, join(repository.root, 'perigee.yml'), 'npx perigee');

test('where everything is committed nothing is said', () => {
  expect(tell()).toBeUndefined();
});

test('changed and new files are counted, with the command that measures them', () => {
  repository.write('work.mjs', 'b');
  expect(tell()).toBe('1 uncommitted file is not measured; `npx perigee patch` measures it');
  repository.write('new.mjs', 'b');
  expect(tell()).toBe('2 uncommitted files are not measured; `npx perigee patch` measures them');
});

test('a perigee.yml that is not committed is told to be the one that is used', () => {
  repository.write('perigee.yml', 'b');
  expect(tell()).toMatch(/measures it; of perigee\.yml the uncommitted version is used$/);
});
