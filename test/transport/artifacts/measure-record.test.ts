import { expect, test } from 'vitest';
import { limitBuild } from '../../../src/transport/artifacts/artifact-limits.ts';
import { measureRecord } from '../../../src/transport/artifacts/measure-record.ts';
import { makeProfile, makeRecord } from '../../aggregate/make-record.ts';

type Span = ReturnType<typeof makeProfile>['spans'][number];

const work: Span = { span: 'work', annotations: {}, occurrences: 1, values: { latency: 1 } };

function measure(...spans: Span[][]): ReturnType<typeof measureRecord> {
  return measureRecord(
    makeRecord(spans.map((each, repeat) => makeProfile('before', repeat, 1, { spans: each }))),
  );
}

test('a series is counted once, however many repeats have it', () => {
  expect(measure([work], [work], [work]).series).toBe(1);
});

test.each<[string, Span]>([
  ['span', { ...work, span: 'other' }],
  ['annotation', { ...work, annotations: { files: 10 } }],
  ['metric', { ...work, values: { 'cpu.total': 1 } }],
])('another %s is another series', (_, other) => {
  expect(measure([work], [other]).series).toBe(2);
});

test('a longer text and one more value weigh more', () => {
  const { heapBytes } = measure([work]);
  expect(measure([{ ...work, span: 'worked' }]).heapBytes - heapBytes).toBe(4);
  expect(measure([{ ...work, values: { latency: 1, 'cpu.total': 1 } }]).heapBytes).toBeGreaterThan(
    heapBytes,
  );
});

test('with the heap of deploy/ a build may have some 35,000 spans of 12 metrics', () => {
  const { maxHeapBytes } = limitBuild(304 * 2 ** 20);
  const values = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`metric ${i}`, i]));
  const weigh = (count: number): number =>
    measure(Array.from({ length: count }, (_, i) => ({ ...work, span: `step ${i}`, values })))
      .heapBytes;
  expect(weigh(34_000)).toBeLessThan(maxHeapBytes);
  expect(weigh(36_000)).toBeGreaterThan(maxHeapBytes);
});
