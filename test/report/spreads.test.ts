import { expect, test } from 'vitest';
import { drawSpread, indexSpreads } from '../../src/report/spreads.ts';
import { recordedNumbers } from './fixtures/recorded-numbers.ts';

const [tail, throughput] = recordedNumbers.series;
const find = indexSpreads(recordedNumbers.spreads);

test('the metrics of a distribution find what they were made of, others nothing', () => {
  if (tail === undefined || throughput === undefined) throw new Error('the fixture has two series');
  expect(find(tail)).toMatchObject({ metric: 'request_time' });
  expect(find(throughput)).toBeUndefined();
  expect(find({ ...tail, span: 'another' })).toBeUndefined();
});

test('both sides are drawn on one scale, and a tail of one in a hundred is seen', () => {
  const shown = tail && find(tail);
  const lines = shown && drawSpread(shown, 'ns');
  expect(lines?.map(({ side, text }) => `${side.padEnd(7)}${text}`)).toEqual([
    'before ▄▇█▇▆▄▃▂▁▁▁▁····················',
    'after  ▄▇██▅▄▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  8 ms … 310 ms, logarithmic',
  ]);
  expect(lines?.[0]?.text).toHaveLength(32);
});

test.each([
  ['values that are all equal', new Array<number>(12).fill(5)],
  ['values in no order', [1, 9, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ['too few values', [1, 2, 3]],
])('%s make no drawing', (_what, quantiles) => {
  const spreads = (recordedNumbers.spreads ?? []).map((one) => ({
    ...one,
    before: { count: 2, quantiles },
    after: { count: 2, quantiles },
  }));
  const found = tail && indexSpreads(spreads)(tail);
  expect(found && drawSpread(found, 'ns')).toBeUndefined();
});
