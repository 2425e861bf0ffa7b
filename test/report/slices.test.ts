import { expect, test } from 'vitest';
import { listSlices } from '../../src/report/slices.ts';
import { makeSeries } from './fixtures/make-verdict.ts';

const annotated = [10_000, 9, 'many', 100].map((files) =>
  makeSeries({ annotations: { num_files: files, operation: 'upload' } }),
);

test('numbers are sorted by size and come before names', () => {
  const [slice] = listSlices(annotated);
  expect(slice?.key).toBe('num_files');
  expect(slice?.series.map(({ value }) => value)).toEqual([9, 100, 10_000, 'many']);
});

test('an annotation with one value is nothing to slice by', () => {
  expect(listSlices(annotated).map(({ key }) => key)).toEqual(['num_files']);
});

test('series whose other annotations differ are not laid over each other', () => {
  const other = [1, 2].map((files) =>
    makeSeries({ annotations: { num_files: files, operation: 'download' } }),
  );
  const labels = listSlices([...annotated, ...other]).map(({ label }) => label);
  expect(labels).toEqual(['send operation=upload', 'send operation=download']);
});
