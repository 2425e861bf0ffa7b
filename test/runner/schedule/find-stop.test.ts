import { expect, test } from 'vitest';
import type { Outcome, Profile, Side } from '../../../src/contract/documents.ts';
import { findStop as findStopOf } from '../../../src/runner/schedule/find-stop.ts';

const findStop = (profiles: readonly Profile[], pair: number) =>
  findStopOf(profiles, pair, ['before', 'after']);

const letters: Record<string, Outcome['status']> = {
  p: 'passed',
  f: 'failed',
  t: 'timed-out',
  n: 'not-started',
};

function makeProfiles(side: Side, outcomes: string): Profile[] {
  return [...outcomes].map((letter, repeat) => ({
    schema: 'perigee/profile',
    version: 1,
    test: 'upload',
    side,
    repeat,
    order: 0,
    startedAt: '2026-11-21T06:00:00Z',
    durationNs: 1,
    outcome: { status: letters[letter] ?? 'passed' },
    metrics: [],
    spans: [],
    problems: [],
  }));
}

test.each([
  { after: 'ppppp', stops: false },
  { after: 't', stops: false },
  { after: 'tt', stops: true },
  { after: 'tpppt', stops: true },
  { after: 'f', stops: false },
  { after: 'fpfpf', stops: false },
  { after: 'ppff', stops: true },
  { after: 'ft', stops: true },
  { after: 'nn', stops: true },
])('after $after on the after side a test is stopped: $stops', ({ after, stops }) => {
  const profiles = [
    ...makeProfiles('before', 'p'.repeat(after.length)),
    ...makeProfiles('after', after),
  ];
  const problem = findStop(profiles, after.length);
  expect(problem !== undefined).toBe(stops);
  expect(problem?.side).toBe(stops ? 'after' : undefined);
});

test('a test that neither side can start is stopped after one pair', () => {
  const profiles = [...makeProfiles('before', 'n'), ...makeProfiles('after', 'n')];
  for (const { outcome } of profiles) outcome.message = '"go" was not found';
  expect(findStop(profiles, 0)).toBeUndefined();
  expect(findStop(profiles, 1)).toEqual({
    code: 'test-not-started',
    message: 'it could not be started on either side: "go" was not found; it is not measured',
    test: 'upload',
  });
});

test('a test that only one side cannot start gets its second pair', () => {
  const profiles = [...makeProfiles('before', 'n'), ...makeProfiles('after', 'p')];
  expect(findStop(profiles, 1)).toBeUndefined();
});

test('one timeout on each side is not two on one', () => {
  expect(
    findStop([...makeProfiles('before', 't'), ...makeProfiles('after', 't')], 1),
  ).toBeUndefined();
});

test('a pair that was begun is finished: what happened in it does not stop it', () => {
  const profiles = makeProfiles('before', 'tt');
  expect(findStop(profiles, 1)).toBeUndefined();
  expect(findStop(profiles, 2)).toEqual({
    code: 'test-stopped',
    message: 'no more pairs after pair 2: the before side timed out 2 times',
    test: 'upload',
    side: 'before',
  });
});

test('when both sides stop it, both are named', () => {
  const problem = findStop([...makeProfiles('before', 'ff'), ...makeProfiles('after', 'tt')], 5);
  expect(problem).toEqual({
    code: 'test-stopped',
    message:
      'no more pairs after pair 2: the before side failed 2 times in a row, the after side timed out 2 times',
    test: 'upload',
  });
});

test('one side alone is stopped by what it did, in words that know no other side', () => {
  const failing = makeProfiles('after', 'ff');
  expect(findStopOf(failing, 1, ['after'])).toBeUndefined();
  expect(findStopOf(failing, 2, ['after'])?.message).toBe(
    'no more repeats after repeat 2: it failed 2 times in a row',
  );
});

test('one side alone that cannot be started is not tried twice', () => {
  expect(findStopOf(makeProfiles('after', 'n'), 1, ['after'])).toMatchObject({
    code: 'test-not-started',
    message: 'it could not be started; it is not measured',
  });
});
