/** What the change adds tells nothing of what was there before it. */
import { expect, test } from 'vitest';
import { weighNotSeen } from '../../src/gate/hold-not-seen.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listHints } from '../../src/verdict/list-hints.ts';
import { options, sampleAggregate, sampleSeries } from './sample-aggregate.ts';

const random = createRandom(7);
const drawSide = (spread: number, factor = 1): number[] =>
  Array.from({ length: 20 }, () => 100e6 * factor * Math.exp(spread * drawNormal(random)));

/** One that is slower by a little, and steady ones. */
const known = [1.068, 1, 1, 1].map((factor, i) =>
  sampleSeries(drawSide(0.02), drawSide(0.02, factor), { test: `known ${i}` }),
);
/** Written inline, so that it ran on both sides: noisy, and twice as slow or fast by chance. */
const added = Array.from({ length: 1000 }, (_, i) =>
  sampleSeries(drawSide(0.5), drawSide(0.5), { test: 'added', span: `span ${i}` }),
);

function judgeWith(more: typeof added, isNew: boolean) {
  const aggregate = sampleAggregate([...known, ...more], {
    plan: { repeats: 5, maxRepeats: 20, outliersPerFive: 1 },
  });
  const tests = aggregate.tests.map((one) => (one.name === 'added' ? { ...one, isNew } : one));
  return judge({ ...aggregate, tests }, options);
}

const listKnown = ({ series }: ReturnType<typeof judge>) =>
  series.filter(({ test: name }) => name !== 'added');

test('a thousand noisy series of a test that the change adds alter nothing of what is said of the others', () => {
  const alone = judgeWith([], true);
  const beside = judgeWith(added, true);
  expect(listKnown(beside)).toEqual(listKnown(alone));
  expect(listKnown(alone)[0]).toMatchObject({ test: 'known 0', state: 'regressed' });
  expect(beside.budget).toEqual(alone.budget);
});

test('the same series of a test that was planned before belong to the family', () => {
  const beside = judgeWith(added, false);
  expect(beside.budget.tested).toBe(1004);
  expect(listKnown(beside)).not.toEqual(listKnown(judgeWith([], true)));
});

test('a test that the change adds is judged among its own, and turns red as any other', () => {
  const slower = sampleSeries(drawSide(0.02), drawSide(0.02, 1.3), { test: 'added' });
  expect(judgeWith([slower], true).series[0]).toMatchObject({ test: 'added', blocking: true });
});

test('its hints come last, and it is no part of the share that was not seen', () => {
  const hinted = sampleSeries(drawSide(0.005), drawSide(0.005, 1.042), { test: 'known 9' });
  const strongest = sampleSeries(drawSide(0.002), drawSide(0.002, 1.045), { test: 'added' });
  const verdict = judgeWith([strongest, hinted], true);
  expect(listHints(verdict)).toEqual(['known 9', 'added']);
  const beside = judgeWith(added, true);
  expect(beside.counts['not-seen']).toBeGreaterThan(900);
  expect(weighNotSeen(beside, { block: 0 })).toBeUndefined();
});
