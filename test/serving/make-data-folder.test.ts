import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder } from '../../src/serving/make-data-folder.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'perigee-data-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('outside of a work tree a data folder stays empty, and is made once', () => {
  const folder = join(root, 'a', 'data');
  expect(makeDataFolder(folder)).toBe(true);
  expect(existsSync(join(folder, '.gitignore'))).toBe(false);
  expect(makeDataFolder(folder)).toBe(false);
});

test('within one git is told to leave all of it alone', () => {
  mkdirSync(join(root, '.git'));
  const folder = join(root, 'a', 'data');
  expect(makeDataFolder(folder, 0o700)).toBe(true);
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('a work tree beside the first one counts, and a folder that is there is left as it is', () => {
  writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n');
  mkdirSync(join(root, 'there'));
  expect(makeDataFolder(join(root, 'there'))).toBe(false);
  expect(existsSync(join(root, 'there', '.gitignore'))).toBe(false);
  expect(makeDataFolder(join(root, 'new'))).toBe(true);
  expect(existsSync(join(root, 'new', '.gitignore'))).toBe(true);
});
