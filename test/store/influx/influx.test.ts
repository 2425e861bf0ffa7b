import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shapeOfPoints } from '../../../src/store/influx/shape-of-points.ts';
import {
  decodeAnnotation,
  decodeTag,
  encodeAnnotation,
  encodeTag,
} from '../../../src/store/influx/tag-text.ts';
import type { SeriesPoint } from '../../../src/store/series-point.ts';
import { makePoint } from '../make-build.ts';
import { testRandomHistory } from '../random-contract.ts';
import { testReading } from '../read-contract.ts';
import { testWriting } from '../store-contract.ts';
import { prepareInflux } from './influx-contract.ts';

describe('open influx store', () => {
  const contract = prepareInflux();
  testWriting(contract);
  testReading(contract);
  testRandomHistory(contract);
});

describe('shape of points', () => {
  const points = [makePoint({ repeat: 0 }), makePoint({ repeat: 1 })];
  const shape = shapeOfPoints(points);

  test('builds of one shape have the same points and metrics, whatever their order and values', () => {
    expect(shapeOfPoints(points.toReversed())).toBe(shape);
    const others = points.map((point) => ({ ...point, values: { 'cpu.user': 9, latency: 1 } }));
    expect(shapeOfPoints(others)).toBe(shape);
  });

  test.each<[string, Partial<SeriesPoint>]>([
    ['metric less', { values: { latency: 5 } }],
    ['other metric', { values: { latency: 5, 'cpu.system': 2 } }],
    ['other repeat', { repeat: 2 }],
    ['other side', { side: 'before' }],
    ['other span', { span: 'send' }],
    ['other annotation', { annotations: { num_files: 3 } }],
  ])('one %s is another shape: something of the stored build would be left', (_, change) => {
    expect(shapeOfPoints([makePoint({ repeat: 0 }), makePoint({ repeat: 1, ...change })])).not.toBe(
      shape,
    );
  });
});

describe('tag text', () => {
  const pieces = [
    '\\',
    '%',
    '5C',
    '25',
    '0A',
    '\n',
    '"',
    'a',
    '1',
    '.',
    'e',
    '-',
    'true',
    ' ',
    'é',
  ];

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
});
