import { expect, test } from 'vitest';
import { planLooks } from '../../../src/runner/schedule/plan-looks.ts';

test.each([
  { repeats: 5, maxRepeats: 20, ends: [5, 10, 15, 20] },
  { repeats: 5, maxRepeats: 12, ends: [5, 10, 12] },
  { repeats: 3, maxRepeats: 3, ends: [3] },
  { repeats: 7, maxRepeats: 10, ends: [7, 10] },
  { repeats: 1, maxRepeats: 1000, ends: [1, 6] },
])('$repeats pairs, at most $maxRepeats: looks after $ends', ({ repeats, maxRepeats, ends }) => {
  const looks = planLooks(repeats, maxRepeats);
  expect(looks.slice(0, ends.length).map(({ to }) => to)).toEqual(ends);
  expect(looks.at(-1)?.to).toBe(maxRepeats);
  for (const [index, look] of looks.entries()) expect(look.from).toBe(looks[index - 1]?.to ?? 0);
});
