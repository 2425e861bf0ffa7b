import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/checks/tracked-files.ts';
import { longTests, putLongFirst } from '../../scripts/testing/long-first.ts';

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
