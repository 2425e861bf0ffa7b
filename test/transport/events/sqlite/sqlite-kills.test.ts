/** The embedded log while its consumers are killed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createRandom } from '../../../../src/stats/random.ts';
import { openSqliteQueue } from '../../../../src/transport/events/sqlite/sqlite-queue.ts';
import { waitUntil } from '../consume-until.ts';
import { countEffects, startConsumers } from '../kill-consumers.ts';

const seed = 20_261_121;
const kills = 60;
const keys = 40;
const pairsOfKey = 60;
const leaseMs = 500;
const longestTestMs = 240_000;

let cleanUp: () => Promise<void> = async () => undefined;
afterEach(() => cleanUp());

test(
  `every pair is written though consumers are killed ${kills} times (seed ${seed})`,
  async () => {
    const random = createRandom(seed);
    const folder = mkdtempSync(join(tmpdir(), 'perigee-kills-'));
    const [file, effects] = [join(folder, 'events.sqlite'), join(folder, 'effects')];
    const queue = openSqliteQueue({ file });
    const consumers = startConsumers(2, {
      log: { kind: 'sqlite', file, leaseMs },
      effects,
      workMs: 8,
    });
    cleanUp = async () => {
      await consumers.stop();
      await queue.close();
      rmSync(folder, { recursive: true, force: true });
    };
    const total = keys * pairsOfKey;
    let killed = 0;
    for (let number = 0; number < 2 * pairsOfKey; number++) {
      for (let key = 0; key < keys; key++) {
        await queue.appendRaw({ key: `key-${key}`, value: String(number) });
      }
      if (killed < (kills * number) / (2 * pairsOfKey - 1)) {
        await pause(random() * 600);
        await consumers.killAndReplace(killed % 2);
        killed += 1;
      }
    }
    const inWork = countEffects(effects).size;
    expect(killed).toBe(kills);
    // Else the kills would have hit nothing.
    expect(inWork).toBeGreaterThan(0);
    await waitUntil(() => countEffects(effects).size === total, 'all pairs', 120_000);
    const source = queue.openSource('pairs');
    await waitUntil(async () => (await source.lag()).messages === 0, 'nothing to be left');
    await consumers.stop();
    const counts = countEffects(effects);
    const again = [...counts.values()].reduce((sum, count) => sum + count - 1, 0);
    console.log(
      `${total} pairs, ${kills} kills, ${again} written again, ${inWork} before the last`,
    );
    expect([...counts.keys()].sort()).toEqual(namePairs().sort());
    expect(consumers.complaints()).toBe('');
  },
  longestTestMs,
);

function namePairs(): string[] {
  return Array.from({ length: keys }, (_, key) =>
    Array.from({ length: pairsOfKey }, (_pair, pair) => `key-${key}/${pair}`),
  ).flat();
}
