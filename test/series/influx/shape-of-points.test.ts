import { expect, test } from 'vitest';
import type { SeriesPoint } from '../../../src/series/series-point.ts';
import { shapeOfPoints } from '../../../src/series/influx/shape-of-points.ts';
import { makePoint } from '../make-build.ts';

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
