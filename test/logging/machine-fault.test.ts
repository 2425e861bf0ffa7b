import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { explainMachineFault } from '../../src/logging/machine-fault.ts';

const fail = (code: string, path?: string): Error =>
  Object.assign(new Error(`${code}: it failed`), { code, ...(path && { path }) });

test.each([
  [fail('EMFILE'), /too many files are open.*\n.*\n.*ulimit -n/],
  [fail('ENOSPC', '/srv/x'), /^\/srv\/x: no room is left on the disk/],
  [fail('EROFS', '/srv/x'), /^\/srv\/x: the file system can only be read/],
  [fail('EACCES', '/srv/x'), /^\/srv\/x: this user may not use it.*\n.*\n.*such as root/],
  [new Error('a run failed', { cause: fail('EMFILE') }), /too many files/],
])('%s is told as what the machine lacks', (error, told) => {
  const found = explainMachineFault(error);
  expect(found?.message).toMatch(told);
  expect(found?.exitCode).toBe(3);
});

test('a folder for temporary files that is not there is named by its variable', () => {
  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  onTestFinished(() => void vi.unstubAllEnvs());
  const found = (() => {
    try {
      return mkdtempSync(join('/nowhere/at/all', 'x-'));
    } catch (error) {
      return explainMachineFault(error)?.message;
    }
  })();
  expect(found).toMatch(/^TMPDIR: the folder \/nowhere\/at\/all does not exist/);
});

test.each([
  new TypeError('x is not a function'),
  fail('ENOENT', '/etc/x'),
  fail('EPERM'),
  'a text',
  new UserError({ seen: 'words of its own', expected: 'no others', cause: fail('ENOSPC') }),
])('%s is none of the machine', (error) => {
  expect(explainMachineFault(error)).toBeUndefined();
});
