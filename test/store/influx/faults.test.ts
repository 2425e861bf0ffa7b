/** A real server that is down, slow, full or picky; what it has afterwards is what it should have. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { initInflux } from '../../../src/store/influx/init-influx.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import type { BuildPoints } from '../../../src/store/series-point.ts';
import { type SeriesStore, StoreUnavailable } from '../../../src/store/series-store.ts';
import {
  type Fault,
  type FaultyProxy,
  startFaultyProxy,
} from '../../servers/influx/faulty-proxy.ts';
import { makeBuild, makePoint, makeStoredBuild, never, noonMs, writeAll } from '../make-build.ts';
import { asRead } from '../store-contract.ts';
import { prepareInflux } from './influx-contract.ts';

const { test, server } = prepareInflux();
const key = makeStoredBuild(1);
let proxy: FaultyProxy | undefined;

beforeAll(() => () => proxy?.close());

async function openBehindProxy(
  timeoutMs = 10_000,
): Promise<{ store: SeriesStore; proxy: FaultyProxy }> {
  proxy ??= await startFaultyProxy(server().url);
  proxy.choose(() => undefined);
  const settings = await server().createBucket(randomUUID());
  const store = openInfluxStore({ ...settings, url: proxy.url, timeoutMs });
  return { store, proxy };
}

async function failingWrite(store: SeriesStore): Promise<StoreUnavailable> {
  const error: unknown = await store.write([makeBuild(1)], never).catch((why: unknown) => why);
  expect(error).toBeInstanceOf(StoreUnavailable);
  const unavailable = error as StoreUnavailable;
  expect(unavailable.message).not.toContain(server().settings('').token);
  return unavailable;
}

const answers: [
  status: number,
  headers: Record<string, string>,
  retryAfterMs: number | undefined,
][] = [
  [503, { 'retry-after': '7' }, 7_000],
  [429, { 'retry-after': '30' }, 30_000],
  [429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }, 0],
  [500, {}, undefined],
  [408, {}, undefined],
  [502, { 'retry-after': 'soon' }, undefined],
  [503, { 'retry-after': '-3' }, undefined],
];

test('an answer that asks to wait is handed on with its seconds, and nothing is tried meanwhile', async () => {
  const { store, proxy: faulty } = await openBehindProxy();
  for (const [status, headers, retryAfterMs] of answers) {
    faulty.choose(() => ({ kind: 'answer', status, headers }));
    expect((await failingWrite(store)).retryAfterMs).toBe(retryAfterMs);
    expect(faulty.written()).toBe(1);
  }
  faulty.choose(() => undefined);
  await writeAll(store, makeBuild(1));
  expect(await store.readBuild(key)).toEqual(asRead(makeBuild(1)));
});

test('what is stored though its answer was cut is there once, also when it is written again', async () => {
  const { store, proxy: faulty } = await openBehindProxy();
  faulty.choose(() => ({ kind: 'cut' }));
  await failingWrite(store);
  expect(await store.readBuild(key)).toEqual(asRead(makeBuild(1)));
  faulty.choose(() => undefined);
  await writeAll(store, makeBuild(1));
  expect(await store.readBuild(key)).toEqual(asRead(makeBuild(1)));
});

test('a server that says nothing is given up, and whoever stops waiting is told at once', async () => {
  const { store, proxy: faulty } = await openBehindProxy(300);
  faulty.choose(() => ({ kind: 'silence' }));
  await failingWrite(store);
  const patient = await openBehindProxy(600_000);
  const stop = new AbortController();
  patient.proxy.choose((): Fault => {
    stop.abort(new Error('enough'));
    return { kind: 'silence' };
  });
  await expect(patient.store.write([makeBuild(1)], stop.signal)).rejects.toThrow('enough');
});

test('points of another type than the field has are refused, and all others are stored', async () => {
  const { store } = await openBehindProxy();
  const text = makePoint({ repeat: 99, values: { 'own.metric': 1 } });
  const first = { build: makeStoredBuild(2), points: [text] };
  await writeAll(store, first);
  const bad = [3, 41, 42, 1207].map((repeat) => makePoint({ repeat, values: { odd: repeat } }));
  await spoilField('odd', store);
  const good = Array.from({ length: 1000 }, (_, repeat) => makePoint({ repeat, side: 'before' }));
  const [early, late] = [good.slice(0, 300), good.slice(300)];
  const [one, two, three, four] = bad;
  const chosen = [...early, one!, two!, three!, ...late, four!];
  const outcome = await store.write([{ build: key, points: chosen }], never);
  expect(outcome.refused.map(({ point }) => point.repeat)).toEqual([3, 41, 42, 1207]);
  expect(outcome.refused[0]?.reason).toContain('field type conflict');
  expect(outcome.written).toBe(1000);
  expect((await store.readBuild(key))?.points).toHaveLength(1000);
  expect(await store.readBuild(first.build)).toEqual(first);
});

/** As if somebody else had written a text into the field of a metric. */
async function spoilField(field: string, { name }: SeriesStore): Promise<void> {
  const [, bucket = ''] = /bucket (\S+)/.exec(name) ?? [];
  const { organisation, token } = server().settings(bucket);
  const target = new URLSearchParams({ org: organisation, bucket });
  const { ok } = await fetch(`${server().url}/api/v2/write?${target}`, {
    method: 'POST',
    headers: { authorization: `Token ${token}` },
    body: `perigee,test=other ${field}="text" ${noonMs}000000`,
  });
  expect(ok).toBe(true);
}

test('a batch that is too large for the server is cut until it fits', async () => {
  const { store, proxy: faulty } = await openBehindProxy();
  faulty.choose((body) => (body.length < 2_000 ? undefined : { kind: 'answer', status: 413 }));
  const build = makeBuild(1, { repeats: 40 });
  await writeAll(store, build);
  expect(await store.readBuild(key)).toEqual(asRead(build));
});

test('a line that makes the whole batch fail is found and named', async () => {
  const { store, proxy: faulty } = await openBehindProxy();
  const body = JSON.stringify({ code: 'invalid', message: "unable to parse 'x':\n no" });
  faulty.choose((text) =>
    text.includes('test=poison') ? { kind: 'answer', status: 400, body } : undefined,
  );
  const bad = makePoint({ test: 'poison' });
  const { build, points } = makeBuild(1, { repeats: 100 });
  const spoilt: BuildPoints = { build, points: points.toSpliced(77, 0, bad) };
  const outcome = await store.write([spoilt], never);
  expect(outcome.refused).toEqual([{ build, point: bad, reason: "unable to parse 'x': no" }]);
  expect(await store.readBuild(key)).toEqual(asRead({ build, points }));
});

test('what is older than the bucket keeps is refused at once, and not line by line', async () => {
  const { store, proxy: faulty } = await openBehindProxy();
  const [, bucket = ''] = /bucket (\S+)/.exec(store.name) ?? [];
  await initInflux(server().settings(bucket), { keepDays: 1 });
  faulty.choose(() => undefined);
  const fresh = makeBuild(2, { atMs: Date.now() });
  const outcome = await store.write([makeBuild(1, { repeats: 200 })], never);
  expect(outcome.written).toBe(0);
  expect(outcome.refused).toHaveLength(400);
  expect(outcome.refused[0]?.reason).toContain('retention policy');
  // Once more the lines that list the spans, at the time of the build.
  expect(faulty.written()).toBe(2);
  await writeAll(store, fresh);
});

test('a wrong token, bucket or organisation is waited out, since an operator can mend it', async () => {
  const settings = await server().createBucket(randomUUID());
  const wrong = [{ token: 'wrong' }, { bucket: 'nowhere' }, { organisation: 'nobody' }];
  for (const one of wrong) {
    const store = openInfluxStore({ ...settings, ...one });
    await failingWrite(store);
  }
  await openInfluxStore(settings).ping(never);
  const closed = openInfluxStore({ ...settings, token: 'wrong' });
  await expect(closed.ping(never)).rejects.toBeInstanceOf(StoreUnavailable);
});

test('a token that may read and not write is told before anything is written', async () => {
  const settings = await server().createBucket(randomUUID());
  const store = openInfluxStore({ ...settings, token: await server().createReadToken() });
  await expect(store.ping(never)).rejects.toThrow(/write/);
  expect(await store.listSpans('acme/sync')).toEqual([]);
});

test('a server that is killed and comes back has all that it acknowledged', async () => {
  const settings = await server().createBucket(randomUUID());
  const store = openInfluxStore(settings);
  await writeAll(store, makeBuild(1));
  await server().kill();
  await failingWrite(store);
  await expect(store.readBuild(key)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(store.ping(never)).rejects.toBeInstanceOf(StoreUnavailable);
  await server().start();
  expect(await store.readBuild(key)).toEqual(asRead(makeBuild(1)));
  await writeAll(store, makeBuild(2));
});
