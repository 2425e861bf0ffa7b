import { expect, test } from 'vitest';
import { dayMs, makeLedgerFile, noonMs, openTestLedger } from './open-test-ledger.ts';

test('a delivery is new once, also after a restart, until a week has passed', () => {
  const file = makeLedgerFile();
  const before = openTestLedger(file);
  expect(before.noteDelivery('d1', noonMs)).toBe(true);
  expect(before.noteDelivery('d1', noonMs + 1)).toBe(false);
  const after = openTestLedger(file);
  after.maintain(noonMs + 7 * dayMs);
  expect(after.noteDelivery('d1', noonMs)).toBe(false);
  expect(after.noteDelivery('d2', noonMs + dayMs)).toBe(true);
  after.maintain(noonMs + 7 * dayMs + 1);
  expect(after.noteDelivery('d1', noonMs + 8 * dayMs)).toBe(true);
  expect(after.noteDelivery('d2', noonMs + 8 * dayMs)).toBe(false);
});

test('a hint is told once in a repository, and stays in the place where it was told', () => {
  const ledger = openTestLedger();
  expect(ledger.tellOnce(42, 'not-required', 'acme/sync#1')).toBe(true);
  expect(ledger.tellOnce(42, 'not-required', 'acme/sync#1')).toBe(true);
  expect(ledger.tellOnce(42, 'not-required', 'acme/sync#2')).toBe(false);
  expect(ledger.tellOnce(42, 'not-required')).toBe(false);
  expect(ledger.tellOnce(43, 'not-required', 'acme/sync#2')).toBe(true);
  expect(ledger.tellOnce(42, 'other')).toBe(true);
  expect(ledger.tellOnce(42, 'other')).toBe(false);
  expect(ledger.tellOnce(42, 'other', 'acme/sync#1')).toBe(false);
});

test('the first answer to a command stays, and those to people without write access are counted', () => {
  const ledger = openTestLedger();
  const answer = { number: 12, text: 'no', toOutsider: true };
  ledger.keepAnswer(42, 'comment-1', answer, noonMs);
  ledger.keepAnswer(42, 'comment-1', { ...answer, text: 'yes' }, noonMs + 1);
  ledger.keepAnswer(42, 'comment-2', { ...answer, toOutsider: false }, noonMs + 2);
  ledger.keepAnswer(42, 'comment-3', { ...answer, number: 13 }, noonMs + 2);
  expect(ledger.findAnswer(42, 'comment-1')).toEqual(answer);
  expect(ledger.findAnswer(43, 'comment-1')).toBeUndefined();
  expect(ledger.countAnswersToOutsiders(42, 12, noonMs)).toBe(1);
  expect(ledger.countAnswersToOutsiders(42, 12, noonMs + 1)).toBe(0);
  ledger.maintain(noonMs + 8 * dayMs);
  expect(ledger.findAnswer(42, 'comment-1')).toBeUndefined();
});
