import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { nameLog } from '../../../src/runner/journal/log-path.ts';
import { readRecords } from '../../../src/runner/journal/read-records.ts';
import { makeRecord } from '../../aggregate/make-record.ts';
import { makeFolder } from '../../make-folder.ts';

describe('log path', () => {
  const hostile = [
    ...'../../etc/passwd,/absolute,..,.,шифрование,上传,CON,a b,a-b,A B,-rf,💥'.split(','),
    ...['a'.repeat(200), 'x\u202etxt'],
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
});

describe('read records', () => {
  let root: string;
  beforeEach(() => (root = makeFolder()));

  function writeRecord(folder: string, id: string): string {
    mkdirSync(join(root, folder), { recursive: true });
    const file = join(root, folder, 'run-record.json');
    writeFileSync(file, JSON.stringify(makeRecord([], { id })));
    return file;
  }

  const read = async (...paths: string[]): Promise<string[]> =>
    (await readRecords(paths.map((path) => join(root, path)))).map(({ id }) => id);

  test('a file, the folder of a run, and folders of folders are read, each record once', async () => {
    writeRecord('artifacts/shard-1/20261121-a', 'a');
    writeRecord('artifacts/shard-2', 'b');
    writeRecord('run', 'c');
    expect(await read('artifacts')).toEqual(['a', 'b']);
    expect(await read('run/run-record.json', 'artifacts', 'run')).toEqual(['c', 'a', 'b']);
  });

  test.each([
    ['what is not there', 'nowhere', 'ENOENT'],
    ['a folder without a record', 'empty', 'no run-record.json'],
  ])('%s is refused by its name', async (_, path, seen) => {
    mkdirSync(join(root, 'empty'));
    await expect(read(path)).rejects.toThrow(seen);
    await expect(read(path)).rejects.toThrow(join(root, path));
  });

  test('a record that is damaged is refused with its file', async () => {
    writeFileSync(writeRecord('run', 'a'), '{"schema": "perigee/run-rec');
    await expect(read('run')).rejects.toThrow(join(root, 'run', 'run-record.json'));
  });

  test('links inside a folder lead nowhere, and nothing is sought deeper than five folders', async () => {
    writeRecord('elsewhere', 'a');
    mkdirSync(join(root, 'artifacts'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'artifacts', 'linked'));
    writeRecord('artifacts/2/3/4/5/6', 'too deep');
    await expect(read('artifacts')).rejects.toThrow('no run-record.json');
  });
});
