import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tryHoldLedger, reportAlone } from '../../bot/src/report-alone.ts';
import type { Reporting } from '../../bot/src/start-reporting.ts';
import { UserError } from '../../src/contract/user-error.ts';
import type { GroupHold } from '../../src/transport/eventlog/event-log.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'perigee-report-alone-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const free: GroupHold = { isShared: async () => false, release: () => undefined };
const times = { askEveryMs: 1, refuseAfterMs: 60_000, watchEveryMs: 1 };

/** @param answers whether the group is free, one after the other; the last one stays */
function open(answers: (GroupHold | undefined | Error)[], changes: Partial<typeof times> = {}) {
  const stop = new AbortController();
  const ledgerFile = join(folder, 'bot.sqlite');
  let starts = 0;
  const lines: string[] = [];
  let asked = 0;
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  stop.signal.addEventListener('abort', () => resolve(undefined));
  const start = (): Reporting => {
    starts += 1;
    return {
      ...{ answer: async () => true, findAppObstacle: () => undefined, ended },
      ...{ findStandstill: () => undefined, listStuck: () => [], measure: async () => undefined },
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
    logger: { log: (level: string) => void lines.push(level) },
    deliveries: { holdGroup, log: { name: 'the topic', append: async () => undefined } },
  };
  const reporting = reportAlone(context, start, stop.signal, { ...times, ...changes });
  const close = async (): Promise<void> => {
    stop.abort();
    await reporting.ended;
    await reporting.close();
  };
  return { reporting, lines, close, ledgerFile, count: () => starts };
}

test('where nobody else reports it begins, and lets go of the ledger in the end', async () => {
  const { close, count, ledgerFile, reporting } = open([free]);
  await expect.poll(count).toBe(1);
  expect(reporting.findAppObstacle()).toBeUndefined();
  expect(tryHoldLedger(ledgerFile)).toBeUndefined();
  await close();
  const next = tryHoldLedger(ledgerFile);
  expect(next).toBeDefined();
  next?.release();
});

test('while another process reads the deliveries it waits and says so, and then it begins, once', async () => {
  const { close, count, reporting } = open([...Array.from({ length: 100 }, () => undefined), free]);
  await expect
    .poll(() => reporting.findAppObstacle())
    .toBe('report: another process reads the topic');
  await expect.poll(count).toBe(1);
  expect(reporting.findAppObstacle()).toBeUndefined();
  await close();
  expect(count()).toBe(1);
});

test('beside one that goes on reading it refuses to work, with what to do', async () => {
  const { close, count, reporting } = open([undefined], { refuseAfterMs: 30 });
  const why = await reporting.ended.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(why).toBeInstanceOf(UserError);
  expect((why as UserError).message).toMatch(
    /another process reports: it answers these deliveries/,
  );
  expect((why as UserError).message).toMatch(/--role webhooks/);
  expect(count()).toBe(0);
  await close().catch(() => undefined);
});

test('a log that is out of reach is waited for, however long that takes', async () => {
  const away = new Error('no broker answers');
  const { close, count, reporting } = open([...Array.from({ length: 100 }, () => away), free], {
    refuseAfterMs: 0,
  });
  await expect.poll(() => reporting.findAppObstacle()).toContain('is not known: no broker answers');
  await expect.poll(count).toBe(1);
  await close();
});

test('what was seen before the log was out of reach says nothing of who reads it after', async () => {
  const away = new Error('no broker answers');
  const { close, count } = open(
    [undefined, ...Array.from({ length: 100 }, () => away), undefined, free],
    { refuseAfterMs: 300 },
  );
  await expect.poll(count).toBe(1);
  await close();
});

test('whoever is told to stop while it waits ends, and begins nothing', async () => {
  const { close, count, ledgerFile } = open([undefined]);
  await close();
  expect(count()).toBe(0);
  const next = tryHoldLedger(ledgerFile);
  expect(next).toBeDefined();
  next?.release();
});

test('beside one that works with the same ledger it refuses at once, with what to do', () => {
  const file = join(folder, 'bot.sqlite');
  const hold = tryHoldLedger(file);
  expect(() => open([free])).toThrow(/another process reports: it works with this ledger/);
  hold?.release();
});

/** @param answers whether the group is shared, one after the other; the last one stays */
async function watch(...answers: boolean[]) {
  let asked = 0;
  const isShared = async (): Promise<boolean> => {
    asked += 1;
    return answers[Math.min(asked, answers.length) - 1] ?? false;
  };
  const { close, lines, reporting } = open([{ ...free, isShared }]);
  await expect.poll(() => asked).toBeGreaterThan(4);
  const obstacle = reporting.findAppObstacle();
  await close();
  return { obstacle, lines };
}

test('two that began at the same moment are told, once', async () => {
  expect(await watch(true)).toEqual({
    obstacle: 'report: another process reads the topic too; one of them has to end',
    lines: ['error'],
  });
});

test('a consumer that was made anew is no other process', async () => {
  expect(await watch(false, true, false)).toEqual({ obstacle: undefined, lines: [] });
});
