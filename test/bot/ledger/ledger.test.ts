import { describe, expect, test } from 'vitest';
import type { CommandLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { ObservationRecord } from '../../../src/contract/documents.ts';
import { dayMs, makeAccept, makeRunKey, noonMs, openTestLedger } from './open-test-ledger.ts';

describe('observations', () => {
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
});

describe('statistics', () => {
  function noteOutcome(
    ledger: CommandLedger,
    runId: number,
    commit: string,
    words: { red?: boolean; cleared?: string[]; confirmed?: string[]; suite?: string },
    atMs = noonMs,
  ): void {
    const { red = false, cleared = [], confirmed = [], suite = 'sync' } = words;
    ledger.noteOutcome({ ...makeRunKey(runId), suite }, commit, { red, cleared, confirmed }, atMs);
  }

  const none = { judged: 0, red: 0, cleared: 0, confirmed: 0, accepted: 0, blindSpots: 0 };

  test('a repository without outcomes has zeros', () => {
    expect(openTestLedger().readStatistics(42, 5)).toEqual({ ...none, sinceMs: 5 });
  });

  test('a commit counts once, and is red when the newest run of one of its suites is', () => {
    const ledger = openTestLedger();
    noteOutcome(ledger, 1, 'a', { red: true });
    noteOutcome(ledger, 2, 'a', { red: false });
    noteOutcome(ledger, 3, 'b', { red: true });
    noteOutcome(ledger, 4, 'b', { red: false, suite: 'other' });
    noteOutcome(ledger, 5, 'c', { red: false });
    expect(ledger.readStatistics(42, noonMs)).toMatchObject({ judged: 3, red: 1 });
    expect(ledger.readStatistics(43, noonMs)).toMatchObject({ judged: 0, red: 0 });
  });

  test('a run that is noted again is replaced, and stays at the time when it was noted first', () => {
    const ledger = openTestLedger();
    noteOutcome(ledger, 1, 'a', { red: true, confirmed: ['x'] });
    noteOutcome(ledger, 1, 'a', { red: false, cleared: ['x', 'x', 'y'] }, noonMs + dayMs);
    expect(ledger.readStatistics(42, noonMs)).toEqual({
      ...none,
      sinceMs: noonMs,
      judged: 1,
      cleared: 2,
    });
    expect(ledger.readStatistics(42, noonMs + 1)).toMatchObject({ judged: 0, cleared: 0 });
  });

  test('alarms are summed over runs; accepts count while they are not taken back', () => {
    const ledger = openTestLedger();
    noteOutcome(ledger, 1, 'a', { red: true, confirmed: ['x\u0000y', 'z'], cleared: ['w'] });
    noteOutcome(ledger, 2, 'b', { red: true, confirmed: ['x\u0000y'] });
    ledger.addAccept(makeAccept());
    ledger.addAccept(makeAccept({ atMs: noonMs - 1 }));
    const { id } = ledger.addAccept(makeAccept());
    ledger.takeBackAccept(42, id, 'ada', noonMs);
    const read = ledger.readStatistics(42, noonMs);
    expect(read).toMatchObject({ confirmed: 3, cleared: 1, accepted: 1 });
  });

  test('blind spots of a push replace what was noted of it, and keep their time', () => {
    const ledger = openTestLedger();
    const key = { repositoryId: 42, suite: 'sync' };
    ledger.noteBlindSpots(key, 'a', ['upload', 'download'], noonMs);
    ledger.noteBlindSpots(key, 'b', ['upload'], noonMs);
    ledger.noteBlindSpots({ ...key, repositoryId: 43 }, 'a', ['upload'], noonMs);
    ledger.noteBlindSpots(key, 'a', ['download'], noonMs + dayMs);
    expect(ledger.readBlindSpots(key, 'a')).toEqual(['download']);
    expect(ledger.readBlindSpots(key, 'c')).toEqual([]);
    expect(ledger.readStatistics(42, noonMs)).toMatchObject({ blindSpots: 2 });
    expect(ledger.readStatistics(42, noonMs + 1)).toMatchObject({ blindSpots: 0 });
  });
});
