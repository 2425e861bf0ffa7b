import { expect, test } from 'vitest';
import { isWanted, measureCase, nameCase } from '../../../src/profile/cases/measure-case.ts';
import { refuseName } from '../../../src/profile/spans/annotation-rules.ts';

test('the name has the file, the groups and the test, on one line', () => {
  expect(nameCase(['a.test.js', 'upload', 'big\nfile'])).toBe('a.test.js > upload > big file');
});

test('names that are too long stay apart, and are names of spans', () => {
  const [first, second] = ['a', 'b'].map((end) => nameCase(['x'.repeat(300), end]));
  expect(first).not.toBe(second);
  for (const name of [first, second, nameCase(['\ud800'.repeat(300)]), nameCase([''])]) {
    expect(refuseName(name)).toBeUndefined();
  }
});

test('without a collector the body runs once, and its result or error is passed on', async () => {
  let runs = 0;
  await expect(measureCase({ path: ['a'], identity: {} }, () => (runs += 1))).resolves.toBe(1);
  await expect(
    measureCase({ path: ['a'], identity: {} }, () => {
      runs += 1;
      throw new Error('no disk');
    }),
  ).rejects.toThrow('no disk');
  expect(runs).toBe(2);
});

test.each([
  ['test/e2e/a/b.test.ts', 'test/e2e/**', true],
  ['test/e2e.test.ts', 'test/e2e/**', false],
  ['test/a.test.ts', '**', true],
  ['test/a.test.ts', '**/*.test.ts', true],
])('%s fits %s: %s', (file, pattern, fits) => {
  expect(isWanted(file, pattern)).toBe(fits);
});
