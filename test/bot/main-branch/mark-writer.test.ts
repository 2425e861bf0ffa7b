import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { createMarkWriter } from '../../../bot/src/main-branch/mark-writer.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import { lastTransition } from '../../../src/contract/alerts.ts';
import { type Marks, StoreUnavailable } from '../../../src/store/series-store.ts';
import { dayMs, makeControl, startMs } from '../../gate/record/make-entries.ts';

const repository: Repository = { installation: 7, owner: 'acme', name: 'sync', id: 5 };

function make() {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-marks-'));
  const ledger = openLedger(join(folder, 'bot.sqlite'));
  onTestFinished(() => {
    ledger.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const kept: { repository: string; marks: Marks }[] = [];
  const warnings: string[] = [];
  const world = { isAway: false, nowMs: startMs + 3 * dayMs };
  const keeper = createMarkWriter({
    ledger,
    nowMs: () => world.nowMs,
    logger: { log: (_level, message) => void warnings.push(message) },
    store: {
      keepMarks: async (name, marks) => {
        if (world.isAway) throw new StoreUnavailable('the store is away');
        const { alerts = [], nights = [] } = marks;
        if (alerts.length + nights.length > 0) kept.push({ repository: name, marks });
      },
    },
  });
  const { signal } = new AbortController();
  return { keep: () => keeper.keep(repository, signal), kept, ledger, warnings, world };
}

test('the store gets the controls that the ledger knows', async () => {
  const { keep, kept, ledger } = make();
  ledger.noteControl(repository.id, makeControl(1));
  ledger.noteControl(repository.id, makeControl(2, { isProven: false }));
  await keep();
  expect(kept).toHaveLength(1);
  expect(kept[0]?.repository).toBe('acme/sync');
  expect(kept[0]?.marks.nights?.map(({ isProven }) => isProven)).toEqual([false, true]);
});

test('the store gets the alerts, and again when somebody says where one stands', async () => {
  const { keep, kept, ledger } = make();
  const commit = 'a'.repeat(40);
  const upload = { test: 'upload', span: 'whole test', annotations: {}, platform: 'linux-x64' };
  const { number } = ledger.openAlert({
    ...{ repository: 'acme/sync', suite: 'sync', foundBy: 'push', commit },
    range: { after: 'b'.repeat(40), upTo: commit },
    series: [{ ...upload, metric: 'latency', change: 0.2 }],
    transitions: [{ state: 'new', atMs: startMs }],
  });
  await keep();
  ledger.changeAlert('acme/sync', number, (alert) => ({
    ...alert,
    transitions: [...alert.transitions, { state: 'noise', by: 'Ann', atMs: startMs + dayMs }],
  }));
  await keep();
  const states = kept.map(({ marks }) => marks.alerts?.map((one) => lastTransition(one).state));
  expect(states).toEqual([['new'], ['noise']]);
});

test('nothing is written again while nothing changes', async () => {
  const { keep, kept, ledger, world } = make();
  ledger.noteControl(repository.id, makeControl(1));
  await keep();
  world.nowMs += dayMs / 24;
  await keep();
  expect(kept).toHaveLength(1);
  ledger.noteControl(repository.id, makeControl(3));
  await keep();
  expect(kept).toHaveLength(2);
});

test('a store that is away gets them in the next sweep, and is not asked again in this one', async () => {
  const { keep, kept, ledger, warnings, world } = make();
  ledger.noteControl(repository.id, makeControl(1));
  world.isAway = true;
  await keep();
  expect(warnings).toEqual(['the store has no marks of alerts and gate yet']);
  world.isAway = false;
  await keep();
  expect(kept).toEqual([]);
  world.nowMs += dayMs / 24;
  await keep();
  expect(kept).toHaveLength(1);
});
