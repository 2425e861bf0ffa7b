import { expect, test } from 'vitest';
import { createOutages } from '../../../src/service/aggregate/outages.ts';

test('what a build waits for is forgotten when nobody tries it any more', () => {
  let nowMs = 0;
  const outages = createOutages(() => nowMs);
  outages.note('a', 'artifacts', 'no disk');
  outages.note('b', 'artifacts', 'no disk');
  outages.note('c', 'ci', 'rate limit');
  expect(outages.list('artifacts')).toEqual(['no disk']);
  nowMs = 300_001;
  expect(outages.list('artifacts')).toEqual([]);
});
