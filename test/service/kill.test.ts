/** `kill -9` at random moments, on the embedded defaults, with every point counted in the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { createRandom } from '../../src/stats/random.ts';
import { openSqliteQueue } from '../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { expectPlainFold, expectPoison } from './compare-store.ts';
import { drawFeed } from './feed.ts';
import { readMetric, type RunningService, startService } from './start-service.ts';
import { untilDrained } from './until-drained.ts';
import { countTrials } from '../nightly.ts';

const kills = countTrials({ byNight: 10, byDay: 2 });
const builds = 8 * kills;

const data = mkdtempSync(join(tmpdir(), 'perigee-kill-'));
afterAll(() => rmSync(data, { recursive: true, force: true }));

const environment = {
  PERIGEE_DATA: data,
  PERIGEE_DEADLINE: '5s',
  PERIGEE_QUIET: '1s',
  PERIGEE_GRACE_PERIOD: '10s',
};

test(`killed ${kills} times while ${builds} builds come, the service leaves what a plain fold gives`, async () => {
  const seed = Number(process.env['PERIGEE_SEED'] ?? 20_261_121);
  console.log(`seed ${seed}`);
  const random = createRandom(seed);
  const feed = drawFeed(seed, builds, join(data, 'artifacts'));
  const queue = openSqliteQueue({ file: join(data, 'events.sqlite') });
  const waiting = [...feed.messages];
  let moments = 0;
  for (let kill = 0; kill < kills; kill++) {
    const service = await startService(environment);
    const left = Math.ceil(waiting.length / (kills - kill));
    for (const message of waiting.splice(0, left)) await queue.appendRaw(message);
    // However late it comes to work; some are killed before that, too.
    if (random() < 0.8) await untilAtWork(service);
    await pause(random() * 650);
    moments += countMoments(service);
    await service.kill();
  }
  expect(waiting).toEqual([]);
  // Some of the kills have to have met the service at work, or nothing was tried.
  expect(moments).toBeGreaterThan(kills / 3);
  const service = await startService(environment);
  await untilDrained(service);
  // What a busy machine had in work at four kills is a suspect; a person brings it back, and it is alone then.
  const suspects = (await queue.deadLetters.list()).filter(({ reason }) =>
    reason.startsWith('deaths: '),
  );
  console.log(`${suspects.length} events were brought back`);
  await queue.deadLetters.replay(suspects.map(({ id }) => id));
  await untilDrained(service);
  expect(await service.stop()).toBe(0);
  const letters = await queue.deadLetters.list();
  await queue.close();

  const store = openSqliteStore({ file: join(data, 'series.sqlite') });
  const points = await expectPlainFold(store, feed.builds);
  await store.close();
  expectPoison(letters, feed);
  console.log(`${kills} kills, ${builds} builds, ${points} points, ${letters.length} letters`);
});

/** It has written something, or there is nothing left to write. */
async function untilAtWork(service: RunningService): Promise<void> {
  while (countMoments(service) === 0 && !(await isIdle(service))) await pause(50);
}

async function isIdle({ url }: RunningService): Promise<boolean> {
  const lag = await readMetric(url, 'perigee_lag_messages');
  return lag === 0 && (await readMetric(url, 'perigee_events_held')) === 0;
}

function countMoments({ lines }: RunningService): number {
  return lines.filter(({ message }) => message === 'wrote a build').length;
}
