import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LedgerOptions, openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import type { Accept } from '../../../src/gate/accept.ts';
import type { RunKey } from '../../../bot/src/ledger/ledger.ts';
import type { Repository, Subject } from '../../../bot/src/subject.ts';

export const dayMs = 24 * 60 * 60_000;
export const noonMs = Date.parse('2026-11-21T12:00:00Z');

export const repository: Repository = { installation: 7, owner: 'acme', name: 'sync', id: 42 };

/** A file in a folder of its own, which is gone after the test. */
export function makeLedgerFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-ledger-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'made', 'bot.sqlite');
}

/** Open until the test is over. */
export function openTestLedger(
  file: string = makeLedgerFile(),
  options: LedgerOptions = {},
): ReturnType<typeof openLedger> {
  const ledger = openLedger(file, options);
  onTestFinished(() => ledger.close());
  return ledger;
}

export function makePullRequest(number: number): Subject {
  return { kind: 'pull-request', repository, number };
}

export function makeRunKey(runId: number | string = 9001): RunKey {
  return { repositoryId: repository.id, suite: 'sync', runId: String(runId) };
}

export function makeAccept(words: Partial<Omit<Accept, 'id'>> = {}): Omit<Accept, 'id'> {
  return {
    repositoryId: repository.id,
    number: 12,
    commit: 'c'.repeat(40),
    series: [
      {
        key: 'upload\u0000send\u0000[["files",10]]\u0000linux-x64\u0000latency',
        test: 'upload',
        span: 'send',
        metric: 'latency',
        change: 0.125,
        changeAbsolute: 1.5e6,
        upper: 0.2,
      },
    ],
    by: 'ada',
    because: 'the new checksum is worth it',
    atMs: noonMs,
    ...words,
  };
}
