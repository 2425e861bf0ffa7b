import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { nameLog } from '../../../src/runner/journal/log-path.ts';

const hostile = [
  '../../etc/passwd',
  '/absolute',
  '..',
  '.',
  'a'.repeat(200),
  'шифрование',
  '上传',
  'CON',
  'a b',
  'a-b',
  'A B',
  '-rf',
  'x\u202etxt',
  '💥',
];

test('whatever a test is called, its log stays in its own short folder', () => {
  const paths = hostile.map((name, index) => nameLog(name, index, 'after', 3));
  for (const path of paths) {
    expect(path).toMatch(/^logs\/\d\d(-[a-z0-9-]+)?\/after-003\.log$/);
    expect(posix.normalize(path)).toBe(path);
    expect(path.length).toBeLessThan(80);
  }
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(hostile.length);
});

test('a name that a person can read stays readable', () => {
  expect(nameLog('Upload 10,000 files of 1 kB', 0, 'before', 0)).toBe(
    'logs/01-upload-10-000-files-of-1-kb/before-000.log',
  );
  expect(nameLog('über', 11, 'before', 'warm-up')).toBe('logs/12-u-ber/before-warm-up.log');
});
