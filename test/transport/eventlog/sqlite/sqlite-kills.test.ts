/** The embedded log while its reader, and the one that stands by, are killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createRandom } from '../../../../src/stats/random.ts';
import type { EventQueue } from '../../../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { waitUntil } from '../consume-until.ts';
import { countEffects, layOutPairs, namePairs, startConsumers } from '../kill-consumers.ts';

const seed = 20_261_121;
const kills = 20;
const keys = 40;
/** Together more than can be written between all kills, and not many more: what is left is only waited for. */
const pairs = 12;

let cleanUp: () => Promise<void> = async () => undefined;
afterEach(() => cleanUp());

test(`every pair is written though consumers are killed up to ${kills} times (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'perigee-kills-'));
  const [file, effects] = [join(folder, 'events.sqlite'), join(folder, 'effects')];
  const queue = openSqliteQueue({ file });
  const consumers = startConsumers(2, {
    log: { kind: 'sqlite', file },
    effects,
    workMs: 25,
  });
  cleanUp = async () => {
    await consumers.stop();
    await queue.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const messages = layOutPairs(keys, pairs);
  const appending = appendSlowly(queue, messages);
  let killed = 0;
  // Where processes start slowly, the one that is left may be done with all before the last kill.
  for (; killed < kills && countEffects(effects).size < keys * pairs; killed++) {
    // So that what is killed was at work, and not only starting.
    const before = countEffects(effects).size;
    const isDone = (): boolean => countEffects(effects).size === keys * pairs;
    await waitUntil(() => countEffects(effects).size > before || isDone(), 'work to go on');
    await pause(random() * 300);
    await consumers.killAndReplace(Math.floor(random() * 2));
  }
  expect(killed).toBeGreaterThanOrEqual(kills / 2);
  const inTime = countEffects(effects).size;
  await appending;
  console.log(`${inTime} pairs at the last kill, ${keys * pairs} in all`);
  await waitUntil(() => countEffects(effects).size === keys * pairs, 'all pairs', 120_000);
  const source = queue.openSource('pairs');
  await waitUntil(async () => (await source.lag()).messages === 0, 'nothing to be left');
  await consumers.stop();
  const written = [...countEffects(effects).keys()];
  console.log(`${written.length} pairs, ${inTime} of them before the last of ${killed} kills`);
  expect(written.sort()).toEqual(namePairs(keys, pairs).sort());
  expect(consumers.complaints()).toBe('');
});

/** Beside the consumers: three processes write to the file at once. */
async function appendSlowly(
  queue: EventQueue,
  messages: readonly { key: string; value: string }[],
): Promise<void> {
  for (const [index, message] of messages.entries()) {
    await queue.appendRaw(message);
    if (index % 50 === 0) await pause(20);
  }
}
