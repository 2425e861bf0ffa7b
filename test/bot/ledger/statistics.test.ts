import { expect, test } from 'vitest';
import type { CommandLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { dayMs, makeAccept, makeRunKey, noonMs, openTestLedger } from './open-test-ledger.ts';

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
