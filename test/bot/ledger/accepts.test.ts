import { expect, test } from 'vitest';
import { dayMs, makeAccept, noonMs, openTestLedger, repository } from './open-test-ledger.ts';

test('accepts are numbered in their repository, from A1, and no number is given twice', () => {
  const ledger = openTestLedger();
  expect(ledger.addAccept(makeAccept())).toEqual({ ...makeAccept(), id: 'A1' });
  expect(ledger.addAccept(makeAccept({ by: 'bob' })).id).toBe('A2');
  expect(ledger.addAccept(makeAccept({ repositoryId: 43 })).id).toBe('A1');
  ledger.takeBackAccept(repository.id, 'A2', 'ada', noonMs);
  expect(ledger.addAccept(makeAccept()).id).toBe('A3');
});

test('an accept is read as it was written, whatever stands in its texts', () => {
  const ledger = openTestLedger();
  const { number: _none, ...onDefaultBranch } = makeAccept({
    because: 'a\u0000b \u202e "quotes" 💥 -->',
    until: '2026-12-01',
  });
  const added = ledger.addAccept(onDefaultBranch);
  expect(ledger.listAccepts(repository.id, noonMs)).toEqual([added]);
  expect(added).not.toHaveProperty('number');
});

test('the same key gives the accept that it made, and makes no other one', () => {
  const ledger = openTestLedger();
  const first = ledger.addAccept(makeAccept(), 'comment-1');
  const again = ledger.addAccept(makeAccept({ because: 'something else' }), 'comment-1');
  expect(again).toEqual(first);
  expect(ledger.addAccept(makeAccept({ repositoryId: 43 }), 'comment-1').id).toBe('A1');
  expect(ledger.listAccepts(repository.id, noonMs)).toEqual([first]);
  expect(ledger.findAccept(repository.id, 'comment-1')).toEqual(first);
  expect(ledger.findAccept(repository.id, 'comment-2')).toBeUndefined();
});

test('an accept stands until the end of its day in UTC', () => {
  const ledger = openTestLedger();
  ledger.addAccept(makeAccept({ until: '2026-11-21' }));
  const midnight = Date.parse('2026-11-22T00:00:00Z');
  expect(ledger.listAccepts(repository.id, midnight - 1)).toHaveLength(1);
  expect(ledger.listAccepts(repository.id, midnight)).toHaveLength(0);
  expect(ledger.listAccepts(repository.id, midnight + dayMs, { all: true })).toHaveLength(1);
});

test('an accept is taken back once, and it stays known by whom', () => {
  const ledger = openTestLedger();
  const { id } = ledger.addAccept(makeAccept());
  expect(ledger.takeBackAccept(repository.id, id, 'bob', noonMs + 5)).toBe(true);
  expect(ledger.takeBackAccept(repository.id, id, 'eve', noonMs + 6)).toBe(false);
  expect(ledger.listAccepts(repository.id, noonMs)).toEqual([]);
  expect(ledger.listAccepts(repository.id, noonMs, { all: true })).toEqual([
    { ...makeAccept(), id, takenBack: { by: 'bob', atMs: noonMs + 5 } },
  ]);
});

test.each(['A2', 'A0', 'A01', 'a1', '1', 'A1; --', '', 'A99999999999999999999'])(
  'nothing is taken back by the id %j, which none has',
  (id) => {
    const ledger = openTestLedger();
    ledger.addAccept(makeAccept());
    expect(ledger.takeBackAccept(repository.id, id, 'bob', noonMs)).toBe(false);
    expect(ledger.takeBackAccept(43, 'A1', 'bob', noonMs)).toBe(false);
    expect(ledger.listAccepts(repository.id, noonMs)).toHaveLength(1);
  },
);

test('an accept of thousands of series is kept whole', () => {
  const ledger = openTestLedger();
  const [one] = makeAccept().series;
  const series = Array.from({ length: 5_000 }, (_, place) => ({ ...one!, span: `span ${place}` }));
  ledger.addAccept(makeAccept({ series }));
  expect(ledger.listAccepts(repository.id, noonMs)[0]?.series).toEqual(series);
});
