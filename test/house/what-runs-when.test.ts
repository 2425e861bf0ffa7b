/** Which tests start first, and which wait for the night. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listTrackedFiles, readTracked, root } from '../../scripts/checks/tracked-files.ts';
import { longTests, putLongFirst } from '../../scripts/testing/long-first.ts';
import { reasons } from '../nightly.ts';

test('the longest tests start first, in their order, and all others keep theirs', () => {
  const [first = '', second = ''] = longTests;
  const files = ['test/b.test.ts', second, 'test/a.test.ts', first];
  expect(putLongFirst(files, (file) => file)).toEqual([
    ...[first, second],
    ...['test/b.test.ts', 'test/a.test.ts'],
  ]);
});

test.each(longTests)('%s, which starts early, is a test', (file) => {
  expect(existsSync(join(root, file))).toBe(true);
});

test('each file whose tests wait for the night says why in test/nightly.ts, and no other', () => {
  const waits =
    /\b(atNight|isNightly|kafkaTestAtNight|prepareRealServers)\b[^;]*(from '|= prepareInflux)|\(check, checkAtNight\)/;
  const files = listTrackedFiles()
    .filter((file) => /^test\/.*\.test\.ts$/.test(file))
    .filter((file) => waits.test(readTracked(file)))
    .map((file) => file.replace('test/', ''));
  expect(Object.keys(reasons).sort()).toEqual(files.sort());
});
