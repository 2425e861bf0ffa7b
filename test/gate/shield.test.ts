/** What a change adds beside a regression hides nothing from the check of its pull request. */
import { expect, test } from 'vitest';
import { decide } from '../../src/gate/decide.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { judge } from '../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../verdict/sample-aggregate.ts';
import { makeFacts } from './make-facts.ts';

const seed = 11;

function measure(attempt: number, noisy: number, isNew: boolean) {
  const random = createRandom(seed + attempt);
  const draw = (spread: number, factor = 1): number[] =>
    Array.from({ length: 20 }, () => 100e6 * factor * Math.exp(spread * drawNormal(random)));
  const series = [
    sampleSeries(draw(0.03), draw(0.03, 1.4), { test: 'a' }),
    ...Array.from({ length: noisy }, (_, i) =>
      sampleSeries(draw(0.3), draw(0.3), { test: 'b', span: `noisy ${i}` }),
    ),
  ];
  const plan = { repeats: 5, maxRepeats: 20, outliersPerFive: 1 };
  const aggregate = sampleAggregate(series, { plan });
  const tests = aggregate.tests.map((one) => (one.name === 'b' ? { ...one, isNew } : one));
  return { attempt, shards: [0, 1], verdict: judge({ ...aggregate, tests }, options) };
}

test.each([
  ['that the change adds', true],
  ['that was there before', false],
])('100 noisy series of a test %s leave +40%% of an old one red', (_, isNew) => {
  for (const noisy of [0, 100]) {
    const first = measure(1, noisy, isNew);
    const asked = decide(makeFacts([first]));
    expect(asked).toMatchObject({ state: { kind: 'confirming' }, confirmShards: [0] });
    const { check, state } = decide(makeFacts([first, measure(2, noisy, isNew)]));
    expect(check).toEqual({ status: 'completed', conclusion: 'failure' });
    expect(state).toMatchObject({
      outcome: 'regressed',
      judgement: { series: [{ fate: 'blocks' }] },
    });
  }
});
