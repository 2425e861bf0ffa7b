import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AttemptVerdict } from '../../../bot/src/ledger/ledger.ts';
import type { Run, SeenRun } from '../../../bot/src/runs/run.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';
import { dayMs, makeLedgerFile, makeRunKey, noonMs, openTestLedger } from './open-test-ledger.ts';

const commit = 'c'.repeat(40);

function makeAttempt(attempt: number, words: Partial<AttemptVerdict> = {}): AttemptVerdict {
  const verdict = makeVerdict([makeSeries({ state: 'regressed', ratio: 1 + attempt / 10 })]);
  return { attempt, shards: [0, 2], verdict, ...words };
}

test('the verdicts of a run are read by attempt, whenever each was kept', () => {
  const ledger = openTestLedger();
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(2, { basis: 'sha' }), noonMs);
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(1), noonMs + 1);
  ledger.keepVerdict(makeRunKey(9002), commit, makeAttempt(7), noonMs + 1);
  const kept = [makeAttempt(1), makeAttempt(2, { basis: 'sha' })];
  expect(ledger.readVerdicts(makeRunKey())).toEqual(kept);
  expect(ledger.readVerdicts({ ...makeRunKey(), suite: 'other' })).toEqual([]);
});

test('an attempt that is judged anew is replaced, and counts as seen from then on', () => {
  const ledger = openTestLedger();
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(1), noonMs);
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(1), noonMs + 5);
  expect(ledger.readVerdicts(makeRunKey(), { keptUntilMs: noonMs })).toHaveLength(1);
  const anew = makeAttempt(1, { verdict: makeVerdict([]), basis: 'other' });
  ledger.keepVerdict(makeRunKey(), commit, anew, noonMs + 9);
  expect(ledger.readVerdicts(makeRunKey())).toEqual([anew]);
  expect(ledger.readVerdicts(makeRunKey(), { keptUntilMs: noonMs + 8 })).toEqual([]);
});

test('of the runs of a commit the one with the highest number is the newest', () => {
  const ledger = openTestLedger();
  expect(ledger.listRuns(42, commit)).toEqual([]);
  ledger.keepVerdict(makeRunKey(9002), commit, makeAttempt(1), noonMs);
  ledger.keepVerdict(makeRunKey(9002), commit, makeAttempt(2), noonMs);
  ledger.keepVerdict(makeRunKey(9001), commit, makeAttempt(2), noonMs + 9);
  ledger.keepVerdict(makeRunKey(9003), 'd'.repeat(40), makeAttempt(1), noonMs);
  expect(ledger.listRuns(42, commit)).toEqual([makeRunKey(9002), makeRunKey(9001)]);
  expect(ledger.listRuns(43, commit)).toEqual([]);
});

test('a verdict of two thousand series takes less than a quarter of its text in the file', () => {
  const file = makeLedgerFile();
  const ledger = openTestLedger(file);
  const series = Array.from({ length: 2_000 }, (_, index) =>
    makeSeries({ span: `span ${index}`, level: 1e6 + index * 7919, ratio: 1 + (index % 97) / 500 }),
  );
  const verdict = makeVerdict(series);
  ledger.keepVerdict(makeRunKey(), commit, { attempt: 1, shards: [0], verdict }, noonMs);
  expect(ledger.readVerdicts(makeRunKey())).toEqual([{ attempt: 1, shards: [0], verdict }]);
  ledger.close();
  const textBytes = Buffer.byteLength(JSON.stringify(verdict));
  expect(statSync(file).size).toBeLessThan(textBytes / 4);
});

test('all attempts of a run go together, when the last of them is too old', () => {
  const ledger = openTestLedger(undefined, { keepVerdictsMs: 10 * dayMs });
  const state = { kind: 'refused', why: 'no permission' } as const;
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(1), noonMs);
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(2), noonMs + 5 * dayMs);
  ledger.writeConfirmation(makeRunKey(), state);
  ledger.maintain(noonMs + 15 * dayMs);
  expect(ledger.readVerdicts(makeRunKey())).toHaveLength(2);
  expect(ledger.readConfirmation(makeRunKey())).toEqual(state);
  ledger.maintain(noonMs + 15 * dayMs + 1);
  expect(ledger.readVerdicts(makeRunKey())).toEqual([]);
  expect(ledger.listRuns(42, commit)).toEqual([]);
  expect(ledger.readConfirmation(makeRunKey())).toBeUndefined();
});

test('what was asked to confirm an alarm is known of its run alone, as it was written last', () => {
  const ledger = openTestLedger();
  expect(ledger.readConfirmation(makeRunKey())).toBeUndefined();
  const asked = { kind: 'requested', atMs: noonMs, afterAttempt: 1, shards: [1] } as const;
  ledger.writeConfirmation(makeRunKey(), asked);
  ledger.writeConfirmation(makeRunKey(9002), { kind: 'refused', why: 'no' });
  expect(ledger.readConfirmation(makeRunKey())).toEqual(asked);
  ledger.writeConfirmation(makeRunKey(), { ...asked, afterAttempt: 2, shards: [1, 3] });
  expect(ledger.readConfirmation(makeRunKey())).toMatchObject({ shards: [1, 3] });
});

test('each base that an attempt was judged for has a verdict of its own, the last one last', () => {
  const ledger = openTestLedger();
  const strict = makeAttempt(1, {
    basis: 'strict.rules.evidence',
    evidence: [{ name: 'a', id: '1', bytes: 2 }],
  });
  const lax = makeAttempt(1, { basis: 'lax.rules.evidence', verdict: makeVerdict([]) });
  ledger.keepVerdict(makeRunKey(), commit, strict, noonMs);
  ledger.keepVerdict(makeRunKey(), commit, lax, noonMs + 1);
  expect(ledger.readVerdicts(makeRunKey())).toEqual([strict, lax]);
  const loosened = { ...strict, basis: 'strict.other.evidence', verdict: makeVerdict([]) };
  ledger.keepVerdict(makeRunKey(), commit, loosened, noonMs + 2);
  expect(ledger.readVerdicts(makeRunKey()).map(({ basis }) => basis)).toEqual([
    'lax.rules.evidence',
    'strict.other.evidence',
  ]);
});

test('a run is kept as it was seen last, and with it its verdicts, while somebody looks', () => {
  const ledger = openTestLedger(undefined, { keepVerdictsMs: 10 * dayMs });
  const run: Run = {
    ...{ platform: 'github', id: '9001', attempt: 1, head: commit, status: 'completed' },
    ...{
      createdAtMs: noonMs,
      url: 'https://example.org',
      origin: { path: 'a.yml', event: 'push' },
    },
  };
  const note = (seen: SeenRun, days: number) =>
    ledger.noteRun(42, commit, seen, noonMs + days * dayMs);
  ledger.keepVerdict(makeRunKey(), commit, makeAttempt(1), noonMs);
  ledger.keepVerdict(makeRunKey(9002), commit, makeAttempt(1), noonMs);
  note({ run, readAs: {} }, 0);
  const seen: SeenRun = { run: { ...run, absent: 'deleted' }, readAs: { base: '1' } };
  note(seen, 0.5);
  expect([...ledger.listSeen(42, commit)]).toEqual([['9001', seen]]);
  note(seen, 9);
  ledger.maintain(noonMs + 18 * dayMs);
  expect(ledger.listRuns(42, commit)).toEqual([makeRunKey()]);
  ledger.maintain(noonMs + 19 * dayMs + 1);
  expect(ledger.listRuns(42, commit)).toEqual([]);
  expect(ledger.listSeen(42, commit).size).toBe(0);
});
