import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { makeDataFolder } from '../../src/settings/make-data-folder.ts';
import { makeFolder } from '../make-folder.ts';

describe('data folder refusals', () => {
  test('a file, a link that leads nowhere and a parent that takes none are errors of the user', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'file'), '');
    symlinkSync(join(root, 'nowhere'), join(root, 'link'));
    const wrong = [
      join(root, 'file'),
      join(root, 'file', 'below'),
      join(root, 'link'),
      '/proc/x/y',
    ];
    for (const folder of wrong) expect(() => makeDataFolder(folder)).toThrow(UserError);
  });
});

describe('make data folder', () => {
  let root: string;

  beforeEach(() => (root = makeFolder()));

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
});
