import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import type { GateEntry } from '../../../src/contract/documents.ts';
import { openGateReader } from '../../../src/settings/gate/read-gate.ts';
import { openTestLedger } from '../../bot/ledger/open-test-ledger.ts';
import { catchUserError } from '../../contract/catch-user-error.ts';
import { dayMs, makeControl, makeJudged, startMs } from '../../gate/record/make-entries.ts';
import { makeFolder } from '../../make-folder.ts';

describe('the gate', () => {
  let folder = '';
  beforeEach(() => (folder = makeFolder()));

  const when = { nowMs: startMs + 5 * dayMs, days: 30 };
  const repository: Repository = { installation: 1, owner: 'acme', name: 'sync', id: 7 };

  test('the record of a repository is read while the bot writes it, by its newest name', () => {
    const file = join(folder, 'bot.sqlite');
    const ledger = openLedger(file);
    const push = (name: string) =>
      ({ kind: 'push', repository: { ...repository, name }, commit: 'a'.repeat(40) }) as const;
    ledger.noteHead(push('old'), 'a'.repeat(40), startMs);
    ledger.noteHead(push('sync'), 'b'.repeat(40), startMs + dayMs);
    const entry = makeJudged(1, { cleared: 1 }, { run: '9' });
    const key = { repositoryId: 7, suite: 'sync', runId: '9' };
    ledger.noteOutcome(
      key,
      entry.commit,
      { red: false, cleared: ['x'], confirmed: [], entry },
      startMs + dayMs,
    );
    ledger.noteControl(7, makeControl(2));
    ledger.noteBlindSpots(key, 'c'.repeat(40), ['upload'], startMs + dayMs);
    const reader = openGateReader(file);
    expect(reader.listRepositories()).toEqual(['acme/sync']);
    expect(reader.answer('Acme/Sync', when)).toMatchObject({
      alarms: [],
      record: {
        ...{ judged: 1, blindSpots: 1, alarms: { raised: 1, cleared: 1, accepted: 0 } },
        nights: [{ isProven: true }],
      },
    });
    expect(reader.answer('acme/old', when)).toBeUndefined();
    const judgedOf = reader.judgedOf('acme/sync');
    expect(judgedOf(key)).toMatchObject({ conclusion: 'passed', isRed: false, cleared: 1 });
    expect(judgedOf({ suite: 'sync', runId: '10' })).toBeUndefined();
    expect(reader.judgedOf('acme/other')(key)).toBeUndefined();
    const version = reader.readVersion();
    expect(reader.readVersion()).toBe(version);
    ledger.noteControl(7, makeControl(3, { isProven: false }));
    expect(reader.readVersion()).not.toBe(version);
    expect(reader.answer('acme/sync', when)?.alarms).toMatchObject([{ code: 'control-green' }]);
    reader.close();
    ledger.close();
  });

  test('budgets are those that the bot read last, and unknown until it read any', () => {
    const file = join(folder, 'bot.sqlite');
    const ledger = openLedger(file);
    const commit = 'a'.repeat(40);
    ledger.noteHead({ kind: 'push', repository, commit }, commit, startMs);
    const reader = openGateReader(file);
    expect(reader.listBudgets('acme/sync')).toBeUndefined();
    const key = { repositoryId: 7, suite: 'sync' };
    ledger.keepBudget(key, { year: 0.2, action: 'block' });
    expect(reader.listBudgets('acme/sync')).toEqual([
      { suite: 'sync', year: 0.2, action: 'block' },
    ]);
    const version = reader.readVersion();
    ledger.keepBudget(key, { year: 0.2, action: 'block' });
    expect(reader.readVersion()).toBe(version);
    ledger.keepBudget(key, undefined);
    expect(reader.listBudgets('acme/sync')).toEqual([]);
    expect(reader.listBudgets('acme/other')).toBeUndefined();
    reader.close();
    ledger.close();
  });

  test('a file that is no ledger is named, and one that is missing is not made', () => {
    const missing = join(folder, 'none.sqlite');
    expect(catchUserError(() => openGateReader(missing)).facts.seen).toContain(
      'no ledger of a bot',
    );
    const text = join(folder, 'text.sqlite');
    writeFileSync(text, 'nothing of the kind, and long enough to be read as a file of SQLite');
    expect(catchUserError(() => openGateReader(text)).facts.seen).toContain('this is no ledger');
  });
});

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
