import { expect, test } from 'vitest';
import {
  decodeAnnotation,
  decodeTag,
  encodeAnnotation,
  encodeTag,
} from '../../../src/series/influx/tag-text.ts';
import { createRandom } from '../../../src/stats/random.ts';

const pieces = ['\\', '%', '5C', '25', '0A', '\n', '"', 'a', '1', '.', 'e', '-', 'true', ' ', 'é'];

function drawText(random: () => number): string {
  const length = Math.floor(random() * 6);
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
}

test('any text comes back from a tag, which never holds a backslash or the end of a line', () => {
  const seed = 17;
  const random = createRandom(seed);
  const seen = new Map<string, string>();
  for (let count = 0; count < 20_000; count += 1) {
    const text = drawText(random);
    const tag = encodeTag(text);
    expect(decodeTag(tag), `seed ${seed}`).toBe(text);
    expect(tag).not.toMatch(/[\\\n\r]/);
    expect(seen.get(tag) ?? text).toBe(text);
    seen.set(tag, text);
  }
});

test('any annotation comes back with its type, and is never empty', () => {
  const seed = 18;
  const random = createRandom(seed);
  const values = [0, -0.5, 1e21, 1e-7, 123456789.125, true, false];
  for (let count = 0; count < 20_000; count += 1) {
    const value = random() < 0.1 ? values[count % values.length]! : drawText(random);
    const tag = encodeAnnotation(value);
    expect(tag).not.toBe('');
    expect(decodeAnnotation(tag), `seed ${seed}`).toBe(value);
  }
});

test('what people look at stands in a tag as it is', () => {
  expect(encodeAnnotation('all files')).toBe('all files');
  expect(encodeAnnotation(10_000)).toBe('10000');
  expect(encodeAnnotation('10000')).toBe('"10000"');
  expect(encodeAnnotation(true)).toBe('true');
  expect(encodeTag('50% of C:\\')).toBe('50% of C:%5C');
});
