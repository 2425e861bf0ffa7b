import { expect, test } from 'vitest';
import { coverReads, type Difference, findNoticed } from '../../src/contract/covered-paths.ts';

const reads = { paths: ['src/a.js'], listed: [], doubts: [], seesQuestions: true };
const longer: Difference = { path: 'data/big', isContent: true, isSameSize: false };

test.each(['.gitattributes', '.gitmodules', '.lfsconfig', 'assets/.gitattributes'])(
  '%s is noticed, since git checks files out by it',
  (path) => {
    const difference = { path, isContent: true, isSameSize: true };
    expect(findNoticed(coverReads([reads]), [difference])).toBe(path);
  },
);

test('where questions are not seen, another size of any file is noticed', () => {
  const blind = coverReads([{ ...reads, seesQuestions: false }]);
  expect(findNoticed(blind, [longer])).toBe('data/big');
  expect(findNoticed(blind, [{ ...longer, isSameSize: true }])).toBeUndefined();
});

test('where questions are seen, a file that nobody asked for may have any size', () => {
  expect(findNoticed(coverReads([reads]), [longer])).toBeUndefined();
});
