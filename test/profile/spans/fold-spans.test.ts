import { expect, test } from 'vitest';
import { FoldedSpans } from '../../../src/profile/spans/fold-spans.ts';

const finished = { observedNs: 1, values: { latency: 1 } };

test('of different spans there may be as many as one execution has, and known ones go on', () => {
  const spans = new FoldedSpans();
  for (let i = 1; i < 20_000; i += 1) {
    expect(spans.add({ ...finished, span: `s${i}`, annotations: {} })).toBeUndefined();
  }
  expect(spans.add({ ...finished, span: 'more', annotations: {} })).toMatch(/at most 20000/);
  expect(spans.add({ ...finished, span: 's1', annotations: {} })).toBeUndefined();
});

test('an annotation may have some values, and not one for each file', () => {
  const spans = new FoldedSpans();
  const add = (file: number): string | undefined =>
    spans.add({ ...finished, span: 's', annotations: { file } });
  for (let file = 0; file < 64; file += 1) expect(add(file)).toBeUndefined();
  expect(add(64)).toMatch(/"file" has more than 64 different values/);
  expect(add(63)).toBeUndefined();
});
