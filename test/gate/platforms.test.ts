import { expect, test } from 'vitest';
import { judgeRun } from '../../src/gate/judge-run.ts';
import type { MeasuredAttempt } from '../../src/gate/run-history.ts';
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

function judge(attempts: readonly [MeasuredAttempt, ...MeasuredAttempt[]]) {
  const facts = makeFacts(attempts, { shardOf });
  return judgeRun(facts, makeRun({ attempt: attempts.length }), attempts, undefined);
}

test('an alarm of one platform is confirmed by the shard of that platform', () => {
  const first = makeAttempt(1, [linux('not-regressed'), windows('regressed')]);
  expect(judge([first])).toMatchObject({ state: { kind: 'confirming' }, confirmShards: [2] });
});

test('what another platform measured again is no second word', () => {
  const attempts = [
    makeAttempt(1, [linux('regressed'), windows('regressed')]),
    makeAttempt(2, [linux('regressed'), windows('regressed')], { anew: [2] }),
  ] as const;
  const { state } = judge([...attempts]);
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
  const { state } = judge([
    makeAttempt(1, all, { tests }),
    makeAttempt(2, all, { tests, anew: [2] }),
  ]);
  expect(state).toMatchObject({
    outcome: 'regressed',
    judgement: { brokenTests: ['a (windows-x64)'] },
  });
});

test('a failure that the second run of that platform does not repeat is cleared', () => {
  const all = [linux('not-regressed')];
  const of = (one: ReturnType<typeof passing>) => [
    { ...passing('a'), platform: 'linux-x64' },
    { ...one, platform: 'win32-x64' },
  ];
  const { state } = judge([
    makeAttempt(1, all, { tests: of(broken('a')) }),
    makeAttempt(2, all, { tests: of(passing('a')), anew: [2] }),
  ]);
  expect(state).toMatchObject({ outcome: 'passed' });
});
