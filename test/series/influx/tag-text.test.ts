import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  decodeAnnotation,
  decodeTag,
  encodeAnnotation,
  encodeTag,
} from '../../../src/series/influx/tag-text.ts';

const pieces = ['\\', '%', '5C', '25', '0A', '\n', '"', 'a', '1', '.', 'e', '-', 'true', ' ', 'é'];

const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 6 });

test('any text comes back from a tag, which never holds a backslash or the end of a line', () => {
  const comesBack = fc.property(text, (one) => {
    const tag = encodeTag(one);
    expect(decodeTag(tag)).toBe(one);
    expect(tag).not.toMatch(/[\\\n\r]/);
  });
  fc.assert(comesBack, { seed: 17, numRuns: 20_000 });
});

test('any annotation comes back with its type, and is never empty', () => {
  const values = fc.constantFrom(0, -0.5, 1e21, 1e-7, 123456789.125, true, false);
  const comesBack = fc.property(fc.oneof(values, text), (value) => {
    const tag = encodeAnnotation(value);
    expect(tag).not.toBe('');
    expect(decodeAnnotation(tag)).toBe(value);
  });
  fc.assert(comesBack, { seed: 18, numRuns: 20_000 });
});

test('what people look at stands in a tag as it is', () => {
  expect(encodeAnnotation('all files')).toBe('all files');
  expect(encodeAnnotation(10_000)).toBe('10000');
  expect(encodeAnnotation('10000')).toBe('"10000"');
  expect(encodeAnnotation(true)).toBe('true');
  expect(encodeTag('50% of C:\\')).toBe('50% of C:%5C');
});
