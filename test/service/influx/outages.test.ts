/** InfluxDB is slow, silent, cut off or overloaded; afterwards it holds what a plain fold gives. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect } from 'vitest';
import { initInflux } from '../../../src/store/influx/init-influx.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { prepareInflux } from '../../store/influx/influx-contract.ts';
import { allRequests, type ChooseFault } from '../../servers/influx/faulty-proxy.ts';
import { expectPlainFold } from '../compare-store.ts';
import { toMessage } from '../feed.ts';
import { makeBuild, type MadeBuild } from '../make-builds.ts';
import { listPoints } from '../oracle.ts';
import { readMetric } from '../start-service.ts';
import { storeShard } from '../store-shard.ts';
import { type OnInflux, startOnInflux } from './start-on-influx.ts';

const { atNight, test, server } = prepareInflux();
const builds = 30;

let running: OnInflux | undefined;
afterEach(() => running?.stop());

/** How many builds go together depends on how busy the machine is: one write more is all that can be waited for. */
async function untilWritten({ proxy }: Pick<OnInflux, 'proxy'>, atLeast: number): Promise<void> {
  while (proxy.written() < atLeast) await pause(5);
}

/** Feeds builds while the proxy does what it is told, and counts every point in the end. */
async function feedThrough(seed: number, fault: ChooseFault, which?: RegExp): Promise<OnInflux> {
  console.log(`seed ${seed}`);
  running = await startOnInflux(server());
  const feed = running.drawFeed(seed, builds);
  running.proxy.choose(fault, which);
  await running.append(feed.messages);
  await running.untilDrained();
  const points = await running.expectAll(feed);
  console.log(`${builds} builds, ${points} points, ${running.proxy.written()} requests`);
  return running;
}

const retries = ({ service }: OnInflux): Promise<number> =>
  readMetric(service.url, 'perigee_retries_total');

atNight(
  'connections that break before, after and amid an answer leave every point once',
  async () => {
    const random = createRandom(22);
    const kinds = ['lost', 'cut', 'torn'] as const;
    const seen = new Set<string>();
    let writes = 0;
    const own = await feedThrough(
      22,
      (body) => {
        // Each at a write first: how many there are depends on how busy the machine is.
        const first = body === '' ? undefined : kinds[writes++];
        const drawn = random() < 0.3 ? kinds[Math.floor(random() * kinds.length)] : undefined;
        const kind = first ?? drawn;
        if (kind !== undefined) seen.add(kind);
        return kind && { kind };
      },
      allRequests,
    );
    expect([...seen].sort()).toEqual(['cut', 'lost', 'torn']);
    expect(await retries(own)).toBeGreaterThan(0);
  },
);

test('on 429, with and without a time, and on other failures it waits and keeps its place', async () => {
  const random = createRandom(24);
  const statuses = [429, 429, 500, 502, 408, 401, 404];
  const own = await feedThrough(
    24,
    (_body, number) => {
      if (number > 0 && random() >= 0.3) return undefined;
      const status = statuses[Math.floor(random() * statuses.length)] ?? 429;
      const headers: Record<string, string> = random() < 0.5 ? { 'retry-after': '1' } : {};
      return { kind: 'answer', status, headers, body: '{"message":"not now"}' };
    },
    allRequests,
  );
  expect(await retries(own)).toBeGreaterThan(0);
});

atNight(
  'a server that is stopped amid a burst, and one that answers nothing, are waited for',
  async () => {
    const seed = 25;
    console.log(`seed ${seed}`);
    running = await startOnInflux(server());
    const { append, drawFeed, untilDrained, expectAll, proxy } = running;
    const feed = drawFeed(seed, builds);
    const third = Math.ceil(feed.messages.length / 3);
    await append(feed.messages.slice(0, third));
    await untilWritten(running, 1);
    const before = proxy.written();
    await server().pause();
    await append(feed.messages.slice(third, 2 * third));
    await pause(1_500);
    expect((await fetch(`${running.service.url}/healthz`)).status).toBe(200);
    server().resume();
    await untilWritten(running, before + 1);
    await server().stop();
    await append(feed.messages.slice(2 * third));
    await pause(500);
    await server().start();
    await untilDrained();
    console.log(`${await expectAll(feed)} points`);
  },
);

test('a build from before what the bucket keeps is put aside, and those of its batch are written', async () => {
  // However busy the machine is, no build is written before its last shard: what is refused is counted once.
  running = await startOnInflux(server(), { PERIGEE_DEADLINE: '10m', PERIGEE_QUIET: '5m' });
  const { append, artifacts, bucket, listLetters, store, untilDrained } = running;
  await initInflux(bucket, { keepDays: 7_300 });
  const random = createRandom(32);
  const shape = { repository: 'acme/sync', shards: 2, testsPerShard: 2, repeats: 5 };
  const [old, ...others] = Array.from({ length: 8 }, (_, i) =>
    makeBuild({ ...shape, runId: `${i}` }, random),
  ) as [MadeBuild, ...MadeBuild[]];
  old.records = old.records.map((record) => ({ ...record, startedAt: '1995-01-01T06:00:00Z' }));
  const events = [old, ...others].flatMap(({ key, records }) =>
    records.map((record) => storeShard(artifacts, key, record)),
  );
  await append(events.map(toMessage));
  await untilDrained();
  await expectPlainFold(store, others);
  const stored = await store.readBuild(old.key);
  expect(stored === undefined ? [] : listPoints(stored)).toEqual([]);
  expect((await listLetters()).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^points-refused: .*retention policy/),
  ]);
});
