import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { initInflux } from '../../../src/store/influx/init-influx.ts';
import type { InfluxSettings } from '../../../src/store/influx/transport.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import { dayMs, startOfDay } from '../../../src/store/retention.ts';
import { listen } from '../../servers/listen.ts';
import { makeBuild, makeQuery, writeAll } from '../make-build.ts';
import { prepareInflux } from './influx-contract.ts';

const { test, server } = prepareInflux();

async function ask<T>(
  { url, token, organisation }: InfluxSettings,
  path: string,
  method = 'GET',
  body?: unknown,
): Promise<T> {
  const answer = await fetch(`${url}/api/v2/${path.replace('ORG', organisation)}`, {
    method,
    headers: { authorization: `Token ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

interface Bucket {
  name: string;
  retentionRules: { everySeconds: number; shardGroupDurationSeconds: number }[];
}

async function listBuckets(settings: InfluxSettings): Promise<[string, number][]> {
  const { buckets } = await ask<{ buckets: Bucket[] }>(settings, 'buckets?org=ORG&limit=100');
  const days = (one: Bucket) => (one.retentionRules[0]?.everySeconds ?? 0) / 86_400;
  return buckets
    .filter(({ name }) => name.startsWith(settings.bucket))
    .map((one): [string, number] => [one.name, days(one)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

test('both buckets and the task are made once, and a second time changes only what is asked for', async () => {
  const settings = server().settings('made ${here}');
  const lines = await initInflux(settings, { keepDays: 30 });
  expect(lines).toEqual([
    'bucket made ${here}: points are kept for 30 days',
    'bucket made ${here}_daily: medians of days are kept for ever',
    'task perigee medians of made ${here}: makes the medians, every hour',
  ]);
  await initInflux(settings, { keepDays: 60, keepMediansDays: 900 });
  expect(await listBuckets(settings)).toEqual([
    ['made ${here}', 60],
    ['made ${here}_daily', 900],
  ]);
  const again = await initInflux(settings, { keepMediansDays: 800 });
  expect(again.slice(0, 2)).toEqual([
    'bucket made ${here}: points are kept for 60 days, as before',
    'bucket made ${here}_daily: medians of days are kept for 800 days',
  ]);
  expect(await listBuckets(settings)).toEqual([
    ['made ${here}', 60],
    ['made ${here}_daily', 800],
  ]);
  const { tasks } = await ask<{ tasks: { name: string }[] }>(settings, 'tasks?org=ORG');
  const names = tasks.map(({ name }) => name).filter((name) => name.includes('made'));
  expect(names).toEqual(['perigee medians of made ${here}']);
});

test('points that are kept for longer go in larger pieces', async () => {
  const hours: number[] = [];
  for (const keepDays of [1, 30, 400, 0]) {
    const settings = server().settings(`pieces ${keepDays}`);
    await initInflux(settings, { keepDays });
    const name = encodeURIComponent(settings.bucket);
    const { buckets } = await ask<{ buckets: Bucket[] }>(settings, `buckets?org=ORG&name=${name}`);
    hours.push((buckets[0]?.retentionRules[0]?.shardGroupDurationSeconds ?? 0) / 3_600);
  }
  expect(hours).toEqual([1, 24, 168, 168]);
});

test('a name that the server does not take is said', async () => {
  const settings = server().settings('in "quotes"');
  await expect(initInflux(settings, {})).rejects.toThrow('may not include quotation marks');
});

test('a server of another version is named before anything is made there', async () => {
  const asked: unknown[] = [];
  const old = await listen(async ({ url }) => {
    asked.push(url);
    return { status: 200, body: { name: 'influxdb', status: 'pass', version: '1.8.10' } };
  });
  const settings = { ...server().settings('perigee'), url: old.url };
  const wanted = 'the server is InfluxDB 1.8.10\n  expected: InfluxDB 2';
  await expect(initInflux(settings, {})).rejects.toThrow(wanted);
  expect(asked).toEqual(['/health']);
  await old.close();
});

test('the medians of days outlive their points', async () => {
  const settings = server().settings('medians');
  await initInflux(settings, {});
  const store = openInfluxStore(settings);
  const today = startOfDay(Date.now());
  const yesterday = today - dayMs;
  const annotations = { size: 'big, really' };
  await writeAll(
    store,
    makeBuild(1, { atMs: yesterday + 1_000, annotations }),
    makeBuild(2, { atMs: yesterday + 2_000, annotations }),
    makeBuild(3, { atMs: yesterday + 3_000 }),
    makeBuild(4, { atMs: yesterday - dayMs, annotations }),
    makeBuild(9, { atMs: yesterday + 4_000, branchKind: 'other', annotations }),
  );
  const query = {
    ...makeQuery({ annotations }),
    side: 'after',
    branchKind: 'default',
  } as const;
  const days = [
    { dayMs: yesterday - dayMs, median: 4011 },
    { dayMs: yesterday, median: (1021 + 2001) / 2 },
  ];
  expect(await store.readDays(query, 9)).toEqual(days);
  await runTask(settings);
  const { start, stop } = { start: '2020-01-01T00:00:00Z', stop: new Date(today).toISOString() };
  await ask(settings, 'delete?org=ORG&bucket=medians', 'POST', { start, stop });
  expect(await store.readLast(query, 9)).toEqual([]);
  expect(await store.readDays(query, 9)).toEqual(days);
});

async function runTask(settings: InfluxSettings): Promise<void> {
  const name = encodeURIComponent(`perigee medians of ${settings.bucket}`);
  const { tasks } = await ask<{ tasks: { id: string }[] }>(settings, `tasks?org=ORG&name=${name}`);
  const task = `tasks/${tasks[0]?.id}`;
  await ask(settings, `${task}/runs`, 'POST', {});
  for (;;) {
    const { lastRunStatus, lastRunError } = await ask<{
      lastRunStatus?: string;
      lastRunError?: string;
    }>(settings, task);
    if (lastRunStatus === 'success') return;
    if (lastRunStatus === 'failed') throw new Error(lastRunError);
    await pause(200);
  }
}
