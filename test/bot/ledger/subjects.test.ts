import { expect, test } from 'vitest';
import type { Subject } from '../../../bot/src/subject.ts';
import { dayMs, makePullRequest, noonMs, openTestLedger, repository } from './open-test-ledger.ts';

const one = makePullRequest(1);
const two = makePullRequest(2);
const push: Subject = { kind: 'push', repository, commit: 'a'.repeat(40) };

test('a head is known since it was seen first, with the one before it', () => {
  const ledger = openTestLedger();
  expect(ledger.noteHead(one, 'a', noonMs)).toEqual({ sinceMs: noonMs });
  expect(ledger.noteHead(one, 'a', noonMs + 5)).toEqual({ sinceMs: noonMs });
  expect(ledger.noteHead(one, 'b', noonMs + 9)).toEqual({ sinceMs: noonMs + 9, previous: 'a' });
  expect(ledger.noteHead(one, 'b', noonMs + 20)).toEqual({ sinceMs: noonMs + 9, previous: 'a' });
  expect(ledger.noteHead(two, 'b', noonMs + 30)).toEqual({ sinceMs: noonMs + 30 });
});

test('a force-push back to an old head begins anew, and the clock may have been set back', () => {
  const ledger = openTestLedger();
  ledger.noteHead(one, 'a', noonMs);
  ledger.noteHead(one, 'b', noonMs + 5);
  expect(ledger.noteHead(one, 'a', noonMs - 5)).toEqual({ sinceMs: noonMs - 5, previous: 'b' });
});

test('a subject is due from its time until it is scheduled anew or no more', () => {
  const ledger = openTestLedger();
  ledger.scheduleLook(one, noonMs + 2);
  ledger.scheduleLook(two, noonMs + 1);
  ledger.scheduleLook(push, noonMs + 3);
  expect(ledger.listDue(noonMs)).toEqual([]);
  expect(ledger.listDue(noonMs + 2)).toEqual([two, one]);
  expect(ledger.listDue(noonMs + 2)).toEqual([two, one]);
  ledger.scheduleLook(two, undefined);
  ledger.scheduleLook(one, noonMs + 9);
  expect(ledger.listDue(noonMs + 5)).toEqual([push]);
  // What was scheduled before it was seen has no commit before its first.
  expect(ledger.noteHead(one, 'a', noonMs)).toEqual({ sinceMs: noonMs });
  expect(ledger.listDue(noonMs + 9)).toEqual([push, one]);
});

test('a new head is not finished until that is told; the same head stays as it was', () => {
  const ledger = openTestLedger();
  ledger.noteHead(one, 'a', noonMs);
  ledger.noteHead(two, 'a', noonMs + 1);
  expect(ledger.listUnfinished()).toEqual([one, two]);
  ledger.noteFinished(one, true);
  ledger.noteHead(one, 'a', noonMs + 5);
  expect(ledger.listUnfinished()).toEqual([two]);
  ledger.noteHead(one, 'b', noonMs + 6);
  expect(ledger.listUnfinished()).toEqual([two, one]);
  ledger.noteFinished(one, true);
  ledger.noteFinished(one, false);
  expect(ledger.listUnfinished()).toEqual([two, one]);
});

test('a subject is told with the installation that it was told with last', () => {
  const ledger = openTestLedger();
  ledger.noteHead(one, 'a', noonMs);
  const moved: Subject = { ...one, repository: { ...repository, owner: 'ACME', installation: 8 } };
  expect(ledger.noteHead(moved, 'a', noonMs + 5)).toEqual({ sinceMs: noonMs });
  expect(ledger.listUnfinished()).toEqual([moved]);
});

test('what nobody looked at for more than a year is let go, but not what is due', () => {
  const ledger = openTestLedger();
  ledger.noteHead(one, 'a', noonMs);
  ledger.noteHead(two, 'a', noonMs);
  ledger.scheduleLook(two, noonMs);
  ledger.maintain(noonMs + 401 * dayMs);
  expect(ledger.listUnfinished()).toEqual([two]);
});
