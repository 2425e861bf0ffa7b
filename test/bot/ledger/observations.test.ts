import { expect, test } from 'vitest';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import { dayMs, noonMs, openTestLedger } from './open-test-ledger.ts';

const key = { repositoryId: 42, suite: 'sync', planDigest: 'a'.repeat(64), shard: 0 };
const observation = (name: string): ObservationRecord => ({
  ...{ schema: 'perigee/observation', version: 1, by: ['strace'], tests: [], entries: [] },
  ...{ commit: name.padEnd(40, '0'), observedAt: '2026-11-21T06:00:00Z' },
});

test('the observation of a commit comes first, then the newest', () => {
  const ledger = openTestLedger();
  ledger.keepObservation(key, observation('a'), noonMs);
  ledger.keepObservation(key, observation('b'), noonMs + 1);
  const list = (commit: string) =>
    [0, 1, 2].map((place) => ledger.findObservation(key, commit, place)?.commit.slice(0, 1));
  expect(list('a'.padEnd(40, '0'))).toEqual(['a', 'b', undefined]);
  expect(list('f'.repeat(40))).toEqual(['b', 'a', undefined]);
  expect(ledger.readObservedMs(42, 'sync', key.planDigest)).toBe(noonMs + 1);
});

test.each([
  ['another repository', { repositoryId: 43 }],
  ['another suite', { suite: 'other' }],
  ['another plan', { planDigest: 'b'.repeat(64) }],
  ['another shard', { shard: 1 }],
])('that of %s is not found', (_, changes) => {
  const ledger = openTestLedger();
  ledger.keepObservation({ ...key, ...changes }, observation('a'), noonMs);
  expect(ledger.findObservation(key, 'a'.padEnd(40, '0'), 0)).toBeUndefined();
});

test('the newest twenty of a plan are kept', () => {
  const ledger = openTestLedger();
  for (let at = 0; at < 25; at += 1) {
    ledger.keepObservation(key, observation(`${at + 10}`), noonMs + at);
  }
  const isThere = (at: number) => {
    const { commit } = observation(`${at + 10}`);
    return ledger.findObservation(key, commit, 0)?.commit === commit;
  };
  expect([4, 5, 24].map(isThere)).toEqual([false, true, true]);
});

test('one that is as old as a verdict that nobody needs any more goes', () => {
  const ledger = openTestLedger();
  ledger.keepObservation(key, observation('a'), noonMs);
  ledger.maintain(noonMs + 400 * dayMs);
  expect(ledger.readObservedMs(42, 'sync', key.planDigest)).toBeUndefined();
});
