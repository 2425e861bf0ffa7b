import { expect, test } from 'vitest';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries, suspected } from '../sample-aggregate.ts';

/** The reason of a suspected series under a rule with this action. */
function suspicion(action: 'block' | 'warn'): string {
  const rules = [{ where: 'perigee.yml:9:5', match: {}, relative: 0.05, action }];
  const [only] = judge(sampleAggregate([suspected()]), { ...options, rules }).series;
  expect(only?.state).toBe('undecided');
  return only?.reason ?? '';
}

test('what is suspected and could block is to be measured again', () => {
  expect(suspicion('block')).toMatch(/points past the 5% allowed, and that may be chance: measure/);
});

test('what only warns is not measured again', () => {
  expect(suspicion('warn')).toMatch(/points past the 5% allowed, and that may be chance$/);
});

const straddles = 'it is certainly worse, and the estimate is past the limit';

test.each([
  [[1.13, 1.1, 1.09, 1.12, 1.11], true],
  [[1.3, 1.31, 1.29, 1.3, 1.3], false],
])('a regressed series whose interval holds its limit tells why it is red: %j', (factors, told) => {
  const before = [0.99, 1.01, 0.98, 1.01, 1].map((factor) => factor * 1e8);
  const after = factors.map((factor) => factor * 1e8);
  const rules = [{ where: 'x', match: {}, relative: 0.1, action: 'block' as const }];
  const [only] = judge(sampleAggregate([sampleSeries(before, after)]), {
    ...options,
    rules,
  }).series;
  expect(only?.state).toBe('regressed');
  expect(only?.reason?.includes(straddles), only?.reason).toBe(told);
});
