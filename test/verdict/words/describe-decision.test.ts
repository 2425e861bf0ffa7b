import { expect, test } from 'vitest';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const noisy = [100, 110, 92, 107, 95].map((ms) => ms * 1e6);

/** The reason of an undecided series under a rule with this action. */
function doubt(action: 'block' | 'warn'): string {
  const rules = [{ where: 'perigee.yml:9:5', match: {}, relative: 0.05, action }];
  const aggregate = sampleAggregate([sampleSeries(noisy, noisy.toReversed())]);
  const [only] = judge(aggregate, { ...options, rules }).series;
  expect(only?.state).toBe('undecided');
  return only?.reason ?? '';
}

test('more repeats are promised to a series that blocks', () => {
  expect(doubt('block')).toContain('more repeats may decide');
});

test('a series that only warns is not promised repeats that it does not get', () => {
  expect(doubt('warn')).toContain('more repeats are spent only on series that block');
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
  expect(only?.reason.includes(straddles), only?.reason).toBe(told);
});
