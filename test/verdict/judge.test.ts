/** What the change adds tells nothing of what was there before it. */
import { expect, test } from 'vitest';
import { reasonOf } from '../../src/contract/series-reason.ts';
import type { ThresholdRule } from '../../src/contract/suite.ts';
import { listSchemaErrors } from '../../src/contract/validate.ts';
import { weighNotSeen } from '../../src/gate/hold-not-seen.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { judge } from '../../src/verdict/judge.ts';
import { listHints } from '../../src/verdict/list-hints.ts';
import {
  judgeOne,
  latency,
  options,
  sampleAggregate,
  sampleSeries,
  steady,
  suspected,
} from './sample-aggregate.ts';

test('five steady repeats against a 20% slower five are a regression', () => {
  const { verdict, only } = judgeOne(sampleSeries(steady(100), steady(120)));
  expect(only).toMatchObject({ state: 'regressed', blocking: true });
  expect(only.evidence.change).toBeCloseTo(0.2, 2);
  expect(only.evidence.interval?.lower).toBeGreaterThan(0.15);
  expect(verdict.conclusion).toBe('regressed');
  expect(verdict.headline).toMatch(
    /upload › send: Latency [\d.]+%(?: to [\d.]+%)? more, where 5% is allowed$/,
  );
});

test('the same read the other way round is an improvement and passes', () => {
  const { verdict, only } = judgeOne(sampleSeries(steady(120), steady(100)));
  expect(only).toMatchObject({ state: 'improved', blocking: false });
  expect(verdict.conclusion).toBe('passed');
});

test.each([
  [{ relative: 0.1 }, 'improved', 'better by more than 10%'],
  // From 120 to 100 it improves by 16.7%.
  [{ relative: 0.16 }, 'improved', 'better by more than 16%'],
  [{ relative: 0.18 }, 'not-regressed', ''],
  [{ absolute: 30e6 }, 'not-regressed', ''],
  [{ relative: 0.01, absolute: 5e6 }, 'improved', 'better by more than 5 ms'],
])(
  'an improvement is told where it passes what the rule says of it: %o',
  (better, state, words) => {
    const rule = { where: 'perigee.yml:9', match: {}, relative: 0.05, action: 'block' } as const;
    const absolute = {
      ...('absolute' in better && { absolute: { value: better.absolute, unit: 'ns' } }),
    };
    const rules = [
      { ...rule, better: { ...better, ...absolute } as Pick<ThresholdRule, 'absolute'> },
    ];
    const [only] = judge(sampleAggregate([sampleSeries(steady(120), steady(100))]), {
      ...options,
      rules,
    }).series;
    expect(only?.state).toBe(state);
    expect(only?.reason ?? '').toContain(words);
  },
);

test('five steady repeats against five like them are not regressed, and say what they would have shown', () => {
  const { verdict, only } = judgeOne(sampleSeries(steady(100), steady(100.2)));
  expect(only.state).toBe('not-regressed');
  expect(only.evidence.smallestVisible).toBeGreaterThan(0.01);
  expect(only.evidence.smallestVisible).toBeLessThan(0.15);
  expect(verdict.conclusion).toBe('passed');
});

test('noise as wide as the threshold passes, and is counted as not seen', () => {
  const noisy = [100, 110, 92, 107, 95].map((ms) => ms * 1e6);
  const { verdict, only } = judgeOne(sampleSeries(noisy, noisy.toReversed()));
  expect(only).toMatchObject({ state: 'not-regressed', seen: false });
  expect(only.evidence.smallestVisible).toBeGreaterThan(0.1);
  expect(reasonOf(only)).toBe('nothing points past what is allowed');
  expect(verdict.counts['not-seen']).toBe(1);
  expect(verdict.conclusion).toBe('passed');
  expect(verdict.headline).toContain('1 of them not seen');
});

test('what points past its threshold and may be chance is undecided, and to be measured again', () => {
  const { verdict, only } = judgeOne(suspected());
  expect(only.state).toBe('undecided');
  expect(only.reason).toContain(
    'points past the 5% allowed, and that may be chance; about 10 pairs would decide it (it has 5)',
  );
  expect(verdict.headline).toBe(
    'Undecided: 1 series points past the limit, which may be chance: measure again; nothing regressed',
  );
});

test('one outlier of five is set aside and marked with its repeat', () => {
  const after = steady(100).with(2, 160e6);
  const { only } = judgeOne(sampleSeries(steady(100).toReversed(), after));
  expect(only.state).toBe('not-regressed');
  expect(only.after.rejected).toEqual([2]);
  expect(only.before.rejected).toEqual([]);
});

test('a missing repeat does not shift the marks of the rejected ones', () => {
  const after = [null, ...steady(100).with(2, 160e6)];
  const { only } = judgeOne(sampleSeries([100e6, ...steady(100)], after));
  expect(only.after.rejected).toContain(3);
  expect(only.after.rejected).not.toContain(2);
});

test('three disturbed repeats of five are no regression', () => {
  const after = [...steady(130).slice(0, 3), ...steady(100).slice(3)];
  const { only } = judgeOne(sampleSeries(steady(100), after));
  expect(only.state).not.toBe('regressed');
});

test('a higher-is-better metric that drops is a regression', () => {
  const metric = 'requests';
  const throughput = {
    ...latency,
    name: metric,
    unit: 'count' as const,
    direction: 'higher' as const,
  };
  const drop = sampleSeries(steady(120), steady(90), { metric });
  const { only } = judgeOne(drop, { metrics: [throughput] });
  expect(only.state).toBe('regressed');
  expect(only.evidence.change).toBeCloseTo(-0.25, 2);
  expect(only.reason).toContain('less than before');
});

test('a verdict over every special case is a valid document', () => {
  const tiny = [1e-300, 2e-300, 3e-299, 1e-300, 2e-300];
  const series = [
    sampleSeries(steady(100), steady(120)),
    sampleSeries([], steady(1), { span: 'new' }),
    sampleSeries(steady(1), [null, null], { span: 'gone' }),
    sampleSeries([0, 0, 0, 0, 0], [7, 7, 7, 7, 7], { span: 'zero', metric: 'disk.writes' }),
    sampleSeries([0, 900, 0, 3, 0], [900, 0, 70, 0, 1e9], { span: 'two', metric: 'disk.writes' }),
    sampleSeries([1, 2], [1, 2], { span: 'few', metric: 'unheard.of' }),
    sampleSeries(tiny, tiny.toReversed(), { span: 'tiny' }),
    sampleSeries(tiny, tiny.toReversed(), { span: 'tiny', metric: 'disk.writes' }),
  ];
  const verdict = judge(sampleAggregate(series), options);
  expect(listSchemaErrors('verdict', JSON.parse(JSON.stringify(verdict)))).toEqual([]);
  expect(verdict.series).toHaveLength(series.length);
});

test('the same aggregate gives the same verdict, and is not changed', () => {
  const aggregate = sampleAggregate([sampleSeries(steady(100), steady(120))]);
  const copy = structuredClone(aggregate);
  expect(judge(aggregate, options)).toEqual(judge(copy, options));
  expect(aggregate).toEqual(copy);
});

test('a verdict says of which shards it is where there is more than one', () => {
  const series = sampleSeries(steady(100), steady(100));
  const shards = { total: 2, received: [0, 1], missing: [] };
  expect(judgeOne(series, { shards }).verdict.shards).toEqual(shards);
  expect(judgeOne(series).verdict).not.toHaveProperty('shards');
});

/** What the change adds tells nothing of what was there before it. */
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
