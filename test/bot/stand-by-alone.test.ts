import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryHoldLedger } from '../../bot/src/ledger/hold-ledger.ts';
import { standBy } from '../../bot/src/stand-by.ts';
import type { Reporting } from '../../bot/src/start-reporting.ts';
import { UserError } from '../../src/contract/user-error.ts';
import type { GroupHold } from '../../src/transport/events/event-queue.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'perigee-stand-by-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const free: GroupHold = { isShared: async () => false, release: () => undefined };
const times = { askEveryMs: 5, refuseAfterMs: 60_000 };

/** @param answers whether the group is free, one after the other; the last one stays */
function open(answers: (GroupHold | undefined | Error)[], changes: Partial<typeof times> = {}) {
  const stop = new AbortController();
  const ledgerFile = join(folder, 'bot.sqlite');
  let starts = 0;
  let asked = 0;
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  stop.signal.addEventListener('abort', () => resolve(undefined));
  const start = (): Reporting => {
    starts += 1;
    return {
      ...{ answer: async () => true, findAppObstacle: () => undefined, ended },
      ...{ findStandstill: () => undefined, measure: async () => undefined },
      close: async () => undefined,
    };
  };
  const holdGroup = async (): Promise<GroupHold | undefined> => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const context = {
    settings: { ledgerFile, groups: { report: 'perigee-report', bot: 'perigee-bot' } },
    logger: { log: () => undefined },
    deliveries: { holdGroup, log: { name: 'the topic', append: async () => undefined } },
  };
  const opening = standBy(context, start, stop.signal, { ...times, ...changes });
  const close = async (reporting: Reporting): Promise<void> => {
    stop.abort();
    await reporting.ended;
    await reporting.close();
  };
  return { opening, stop, close, ledgerFile, count: () => starts };
}

test('where nobody else reports it begins at once, and lets go of the ledger in the end', async () => {
  const { close, count, ledgerFile, opening } = open([free]);
  const reporting = await opening;
  expect([count(), reporting.findAppObstacle()]).toEqual([1, undefined]);
  expect(tryHoldLedger(ledgerFile)).toBeUndefined();
  await close(reporting);
  const next = tryHoldLedger(ledgerFile);
  expect(next).toBeDefined();
  next?.release();
});

test('while another process reads the deliveries it waits and says so, and then it begins, once', async () => {
  const { close, count, opening } = open([undefined, undefined, undefined, free]);
  const reporting = await opening;
  expect(reporting.findAppObstacle()).toBe(
    'report: another process reads the topic; this process stands by',
  );
  await expect.poll(count).toBe(1);
  expect(reporting.findAppObstacle()).toBeUndefined();
  await close(reporting);
  expect(count()).toBe(1);
});

test('beside one that goes on reading it refuses to work, with what to do', async () => {
  const { close, count, opening } = open([undefined], { refuseAfterMs: 30 });
  const reporting = await opening;
  const why = await reporting.ended.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(why).toBeInstanceOf(UserError);
  expect((why as UserError).message).toMatch(/another process answers these deliveries/);
  expect((why as UserError).message).toMatch(/--role webhooks/);
  expect(count()).toBe(0);
  await close(reporting).catch(() => undefined);
});

test('a log that is out of reach is waited for, however long that takes', async () => {
  const away = new Error('no broker answers');
  const { close, count, opening } = open([away, away, away, free], { refuseAfterMs: 0 });
  const reporting = await opening;
  expect(reporting.findAppObstacle()).toContain('is not known: no broker answers');
  await expect.poll(count).toBe(1);
  await close(reporting);
});

test('what was seen before the log was out of reach says nothing of who reads it after', async () => {
  const away = new Error('no broker answers');
  const { close, count, opening } = open(
    [undefined, ...Array.from({ length: 100 }, () => away), undefined, free],
    { refuseAfterMs: 300 },
  );
  const reporting = await opening;
  await expect.poll(count).toBe(1);
  await close(reporting);
});

test('whoever is told to stop while it waits ends, and begins nothing', async () => {
  const { close, count, ledgerFile, opening } = open([undefined]);
  const reporting = await opening;
  await close(reporting);
  expect(count()).toBe(0);
  const next = tryHoldLedger(ledgerFile);
  expect(next).toBeDefined();
  next?.release();
});
