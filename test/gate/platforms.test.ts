/** What a change adds beside a regression hides nothing from the check of its pull request. */
import { expect, test } from 'vitest';
import { decide } from '../../src/gate/decide.ts';
import { judgeRun } from '../../src/gate/judge-run.ts';
import type { MeasuredAttempt } from '../../src/gate/run-history.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';
import { judge } from '../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../verdict/sample-aggregate.ts';
import { broken, makeAttempt, makeFacts, makeRun, passing, series } from './make-facts.ts';

/** Test `a` on three platforms, each a shard. */
const shardOf = new Map([
  ['a (linux-x64)', 0],
  ['a (macos-arm64)', 1],
  ['a (windows-x64)', 2],
]);
const linux = (state: 'regressed' | 'not-regressed') => ({
  ...series(state),
  platform: 'linux-x64',
});
const windows = (state: 'regressed' | 'not-regressed') => ({
  ...series(state),
  platform: 'win32-x64',
});

function judgeAttempts(attempts: readonly [MeasuredAttempt, ...MeasuredAttempt[]]) {
  const facts = makeFacts(attempts, { shardOf });
  return judgeRun(facts, makeRun({ attempt: attempts.length }), attempts, undefined);
}

test('an alarm of one platform is confirmed by the shard of that platform', () => {
  const first = makeAttempt(1, [linux('not-regressed'), windows('regressed')]);
  expect(judgeAttempts([first])).toMatchObject({
    state: { kind: 'confirming' },
    confirmShards: [2],
  });
});

test('what another platform measured again is no second word', () => {
  const attempts = [
    makeAttempt(1, [linux('regressed'), windows('regressed')]),
    makeAttempt(2, [linux('regressed'), windows('regressed')], { anew: [2] }),
  ] as const;
  const { state } = judgeAttempts([...attempts]);
  const fates =
    'judgement' in state ? state.judgement?.series.map(({ fate, said }) => [fate, said]) : [];
  expect(fates).toEqual([
    ['blocks', { regressed: 2, otherwise: 0 }],
    ['awaits-confirmation', { regressed: 1, otherwise: 0 }],
  ]);
});

test('a test that fails on one platform twice blocks, though it passes on the others', () => {
  const tests = [
    { ...passing('a'), platform: 'linux-x64' },
    { ...broken('a'), platform: 'win32-x64' },
  ];
  const all = [linux('not-regressed')];
  const { state } = judgeAttempts([
    makeAttempt(1, all, { tests }),
    makeAttempt(2, all, { tests, anew: [2] }),
  ]);
  expect(state).toMatchObject({
    outcome: 'regressed',
    judgement: { brokenTests: ['a (windows-x64)'] },
  });
});

/** What a change adds beside a regression hides nothing from the check of its pull request. */
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
