import { expect } from 'vitest';
import { initInflux } from '../../../src/series/influx/init-influx.ts';
import { openInfluxStore } from '../../../src/series/influx/open-influx-store.ts';
import { makeBuild, makeStoredBuild, never, writeAll } from '../make-build.ts';
import { asRead } from '../store-contract.ts';
import { prepareInflux } from './influx-contract.ts';

const { test, server } = prepareInflux(1);

test('InfluxDB 1.8 gets its database and retention policy, and takes points then', async () => {
  const settings = { ...server().settings(''), bucket: 'made/points' };
  expect(await initInflux(settings, { keepDays: 30 })).toEqual([
    'database made, retention policy points: points are kept for 30 days',
    'medians of days: not kept, which needs InfluxDB 2',
  ]);
  const store = openInfluxStore(settings);
  const old = await store.write([makeBuild(1, { repeats: 1 })], never);
  expect(old.written).toBe(0);
  expect(old.refused[0]?.reason).toContain('retention policy');
  await initInflux(settings, { keepDays: 1 });
  expect(await initInflux(settings, {})).toContain(
    'database made, retention policy points: points are kept for 1 day, as before',
  );
  await initInflux(settings, { keepDays: 0 });
  await writeAll(store, makeBuild(1));
  expect(await store.readBuild(makeStoredBuild(1))).toEqual(asRead(makeBuild(1)));
});

test('the first policy of a new database is not taken for one that somebody chose', async () => {
  const settings = { ...server().settings(''), bucket: 'fresh/autogen' };
  expect((await initInflux(settings, {}))[0]).toContain('are kept for 365 days');
  expect((await initInflux(settings, { keepDays: 0 }))[0]).toContain('are kept for ever');
  expect((await initInflux(settings, {}))[0]).toContain('are kept for ever, as before');
});
