import { expect, test } from 'vitest';
import type { GateEntry } from '../../../src/contract/documents.ts';
import { openTestLedger } from '../../bot/ledger/open-test-ledger.ts';
import { dayMs, makeJudged, startMs } from '../../gate/record/make-entries.ts';

function keep(entries: readonly GateEntry[]): GateEntry[] {
  const ledger = openTestLedger();
  for (const [n, entry] of entries.entries()) {
    const key = { repositoryId: 5, suite: entry.suite, runId: String(n + 1) };
    const outcome = { red: false, cleared: [], confirmed: [], entry };
    ledger.noteOutcome(key, entry.commit, outcome, startMs + n * dayMs);
  }
  return ledger.listGateEntries(5, 0);
}

const dayOf = ({ at }: GateEntry): number => (Date.parse(at) - startMs) / dayMs;
const testsOf = ({ judged }: GateEntry): number => judged?.tests.length ?? 0;

test('builds that are packed a hundred times smaller than they are take no more memory than others', () => {
  const spans = Array.from({ length: 200 }, () => 'x'.repeat(200));
  const tests = Array.from({ length: 250 }, () => ({ name: 'upload', spans }));
  const entries = Array.from({ length: 5 }, (_, day) => makeJudged(day, { tests }));
  expect(JSON.stringify(entries).length).toBeGreaterThan(50_000_000);
  const found = keep([...entries, makeJudged(5)]);
  expect(found.map(dayOf)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(found.map(testsOf)).toEqual([0, 0, 0, 0, 0, 1]);
});

test('the newest builds are read that fit into 16 MB', () => {
  const unmatchedRules = Array.from({ length: 100 }, () => 'x'.repeat(3000));
  const entries = Array.from({ length: 60 }, (_, day) => makeJudged(day, { unmatchedRules }));
  const days = keep(entries).map(dayOf);
  expect(days).toEqual(Array.from({ length: days.length }, (_, n) => 60 - days.length + n));
  expect(days).toHaveLength(53);
});

test('pull requests leave room for the tests of the default branch', () => {
  const ofBranch = makeJudged(0, { branchKind: 'default' });
  const others = Array.from({ length: 150 }, (_, n) =>
    makeJudged(n + 1, { branchKind: 'pull-request' }),
  );
  const found = keep([ofBranch, ...others]);
  expect(found.map(testsOf)).toEqual([1, ...others.map(() => 0)]);
});
