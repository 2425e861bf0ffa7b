/**
 * Two services in one group, on a real Kafka and a real InfluxDB, killed and started again while the
 * broker is restarted and the store is away for a while. Every point is counted in the end.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { createRandom } from '../../src/stats/random.ts';
import { produceAll } from '../servers/kafka/kafka-client.ts';
import { expectAllFolded } from './compare-store.ts';
import { drawFeed } from './feed.ts';
import { prepareRealServers, topic } from './real-servers.ts';
import { untilDrained } from './until-drained.ts';

const rounds = 10;
const builds = 120;
const testMs = 600_000;

const servers = prepareRealServers('the test of the service with real servers', {
  PERIGEE_DEADLINE: '30s',
  PERIGEE_QUIET: '2s',
});

servers.test(
  'two services, killed in turn while broker and store come and go, leave what a plain fold gives',
  async () => {
    const seed = Number(process.env['PERIGEE_SEED'] ?? 4);
    console.log(`seed ${seed}`);
    const random = createRandom(seed);
    const { startService: start } = servers;
    const [kafka, influx] = [servers.kafka(), servers.influx()];
    const feed = drawFeed(seed, builds, join(servers.data, 'artifacts'));
    const waiting = [...feed.messages];
    const services = [await start(), await start()];
    for (let round = 0; round < rounds; round++) {
      const left = Math.ceil(waiting.length / (rounds - round));
      await produceAll(kafka.plain, topic, waiting.splice(0, left));
      if (round === 3) await kafka.stop().then(() => kafka.start());
      if (round === 6) await influx.kill();
      await pause(1_000 + random() * 4_000);
      const victim = Math.floor(random() * services.length);
      await services[victim]?.kill();
      if (round === 6) await influx.start();
      services[victim] = await start();
    }
    for (const service of services) await untilDrained(service);
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);

    const whole = await expectAllFolded(feed, servers.bucket(), { broker: kafka.plain, topic });
    console.log(`${rounds} kills, ${whole}`);
  },
  testMs,
);
