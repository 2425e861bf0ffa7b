/**
 * The group of the services grows and shrinks while a burst comes, as at a deployment: work moves from one to
 * the other in the middle of builds. Every point is counted in the end.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { createRandom } from '../../src/stats/random.ts';
import { produceAll } from '../servers/kafka/kafka-client.ts';
import { expectAllFolded } from './compare-store.ts';
import { drawFeed } from './feed.ts';
import { prepareRealServers, topic } from './real-servers.ts';
import type { RunningService } from './start-service.ts';
import { untilDrained } from './until-drained.ts';

const rounds = 3;
const builds = 120;

const servers = prepareRealServers('the test of planned rebalances', {
  PERIGEE_DEADLINE: '5s',
  PERIGEE_QUIET: '1s',
});

const countMoves = ({ lines }: RunningService): number =>
  lines.filter(({ message }) => message === 'partitions lost').length;

servers.test(
  'services that come and go in order while a burst comes leave what a plain fold gives',
  async () => {
    const seed = Number(process.env['PERIGEE_SEED'] ?? 71);
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { startService: start } = servers;
    const brokers = servers.brokers();
    const feed = drawFeed(seed, builds, join(servers.data, 'artifacts'));
    const waiting = [...feed.messages];
    const serving = await Promise.all([start(), start()]);
    let moves = 0;
    const leave = async (): Promise<void> => {
      const [leaver] = serving.splice(Math.floor(random() * serving.length), 1);
      expect(await leaver?.stop()).toBe(0);
      if (leaver !== undefined) moves += countMoves(leaver);
    };
    for (let round = 0; round < rounds; round++) {
      const isLast = round === rounds - 1;
      const slice = waiting.splice(0, isLast ? waiting.length : waiting.length / (rounds - round));
      // The third comes, and one of three goes, each amid its share of the burst.
      const [early, late] = [slice.slice(0, slice.length / 2), slice.slice(slice.length / 2)];
      await produceAll(brokers, topic, early);
      const third = start();
      await pause(500 * random());
      serving.push(await third);
      await produceAll(brokers, topic, late);
      await pause(500 * random());
      await leave();
    }
    expect(waiting).toEqual([]);
    for (const service of serving) await untilDrained(service);
    await leave();
    await leave();
    // Or nothing was tried.
    expect(moves).toBeGreaterThan(rounds / 2);

    const whole = await expectAllFolded(feed, servers.bucket(), { brokers, topic });
    console.log(`${moves} moves, ${whole}`);
  },
);
