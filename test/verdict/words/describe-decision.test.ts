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
