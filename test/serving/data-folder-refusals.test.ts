import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { makeDataFolder } from '../../src/serving/make-data-folder.ts';

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'perigee-data-folder-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test('a file, a link that leads nowhere and a parent that takes none are errors of the user', () => {
  const root = makeRoot();
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'nowhere'), join(root, 'link'));
  const wrong = [join(root, 'file'), join(root, 'file', 'below'), join(root, 'link'), '/proc/x/y'];
  for (const folder of wrong) expect(() => makeDataFolder(folder)).toThrow(UserError);
});

test('all that is missing on the way is made, once', () => {
  const folder = join(makeRoot(), 'a', 'b');
  expect(makeDataFolder(folder)).toBe(true);
  expect(statSync(folder).isDirectory()).toBe(true);
  expect(makeDataFolder(folder)).toBe(false);
});
