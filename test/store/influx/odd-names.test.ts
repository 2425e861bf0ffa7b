/** From public reports about InfluxDB (influxdata/influxdb #2615, #4630, #8392). */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Annotations } from '../../../src/contract/documents.ts';
import { initInflux } from '../../../src/store/influx/init-influx.ts';
import { openInfluxStore } from '../../../src/store/influx/open-influx-store.ts';
import type { BuildPoints, StoredBuild } from '../../../src/store/series-point.ts';
import { makePoint, makeStoredBuild } from '../make-build.ts';
import { prepareInflux } from './influx-contract.ts';

const contract = prepareInflux();
const { test, server } = contract;
const never = new AbortController().signal;
const hour = 3_600_000;

function makeOne(
  annotations: Annotations,
  values: Record<string, number>,
  facts: Partial<StoredBuild>,
): BuildPoints {
  const build = makeStoredBuild(1, { atMs: Date.now() - hour / 6, ...facts });
  return { build, points: [makePoint({ annotations, values })] };
}

const queryOf = (repository: string, annotations: Annotations) => {
  const { platform, span, test: name } = makePoint();
  const names = { suite: 'sync', test: name, span, platform, metric: 'latency' };
  return { ...names, repository, annotations };
};

test('a metric annotation.files of one repository hides no series of another', async () => {
  const { store } = await contract.open();
  const repository = 'orchard/apple';
  await store.write([makeOne({ files: 100 }, { latency: 5 }, { repository })], never);
  const other = makeOne({}, { 'annotation.files': 3 }, { repository: 'elsewhere/other' });
  await store.write([other], never);
  expect(await store.readLast(queryOf(repository, { files: 100 }), 9)).toHaveLength(1);
  const stored = await store.readBuild(other.build);
  expect(stored?.points[0]?.values).toEqual({ 'annotation.files': 3 });
});

for (const [what, text] of [
  ['NUL', 'a\u0000b'],
  ['CR', 'a\rb'],
] as const) {
  test(`a series whose annotation holds ${what}, and a run whose id does, can be read`, async () => {
    const { store } = await contract.open();
    const repository = 'orchard/nut';
    const one = makeOne({ k: text }, { latency: 5 }, { repository, runId: text });
    expect((await store.write([one], never)).written).toBe(1);
    const [value, ...others] = await store.readLast(queryOf(repository, { k: text }), 9);
    expect(others).toEqual([]);
    expect(value).toMatchObject({ annotations: { k: text }, build: { runId: text } });
    expect((await store.readBuild(one.build))?.points).toHaveLength(1);
    expect((await store.write([one], never)).written).toBe(1);
    expect(await store.readLast(queryOf(repository, { k: text }), 9)).toHaveLength(1);
  });
}

test('what is written into a bucket that keeps a day is listed', async () => {
  const settings = server().settings(randomUUID());
  await initInflux(settings, { keepDays: 1 });
  const store = openInfluxStore(settings);
  const repository = 'orchard/fig';
  // Within the day that the bucket keeps; its midnight need not be.
  const one = makeOne({}, { latency: 5 }, { repository, atMs: Date.now() - 23 * hour });
  const { written, refused } = await store.write([one], never);
  expect({ written, refused: refused.length }).toEqual({ written: 1, refused: 0 });
  expect(await store.listSpans(repository)).toHaveLength(1);
});
