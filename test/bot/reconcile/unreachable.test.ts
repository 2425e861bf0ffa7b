/** Shards whose artifacts could not be reached, once whoever runs the service has named their storage. */
import { expect, test } from 'vitest';
import { createReconciler } from '../../../bot/src/reconcile/reconcile.ts';
import { ArtifactRefused } from '../../../src/transport/artifacts/artifact-store.ts';
import { writeSuite } from './measurements.ts';
import {
  endRun,
  propose,
  pullRequest,
  recordOf,
  startRun,
  startScenario,
  upload,
} from './scenario.ts';
import { newestCheck } from './world.ts';

/** A run of two shards, the first of them slow, and the bot as it stands after a restart. */
function start() {
  const scenario = startScenario({ suite: writeSuite({ tests: ['upload', 'list'] }) });
  const { fetched, ports, world } = scenario;
  const head = propose(world, { name: 'a' });
  const run = startRun(world, 1);
  for (const index of [0, 1]) {
    const factors: Record<string, number> = index === 0 ? { upload: 2, list: 2 } : {};
    const shard = { index, total: 2, attempt: 1 };
    upload(world, run, recordOf(world, run, { factors, shard }));
  }
  endRun(run);
  const away = new Set<string>();
  const open = ports.openArtifacts;
  ports.openArtifacts = (...build) => {
    const source = open(...build);
    const read: typeof source.read = async (stored, files) => {
      fetched.push(stored.name);
      if (![...away].some((part) => stored.name.includes(part))) return source.read(stored, files);
      throw new ArtifactRefused('artifact-unreachable', 'it lies at store.acme.example');
    };
    return { ...source, read };
  };
  const restart = () => {
    const { reconcile } = createReconciler(ports);
    return async () => {
      fetched.length = 0;
      await reconcile(pullRequest(1), new AbortController().signal);
      return { check: newestCheck(world, head), fetches: fetched.length };
    };
  };
  return { away, restart, run, world };
}

test('after a restart what could not be reached is tried again, once', async () => {
  const { away, restart } = start();
  away.add('shard-1-');
  const look = restart();
  expect((await look()).check).toMatchObject({ title: expect.stringMatching(/1 of 2 shards/) });
  expect((await look()).fetches).toBe(0);
  const later = restart();
  expect((await later()).fetches).toBeGreaterThan(0);
  expect((await later()).fetches).toBe(0);
  away.clear();
  const { check } = await restart()();
  expect(check?.title).not.toMatch(/1 of 2 shards/);
  expect(check?.conclusion).not.toBe('success');
});

test('who takes away what was read before takes back nothing', async () => {
  const { away, restart } = start();
  away.add('shard-2-');
  const { check } = await restart()();
  away.clear();
  away.add('shard-1-');
  const look = restart();
  expect((await look()).check).toEqual(check);
  away.add('shard-2-');
  expect((await restart()()).check).toEqual(check);
});

test('what replaces nothing and cannot be reached is tried once more, and then no more', async () => {
  const { away, restart, run, world } = start();
  const look = restart();
  await look();
  for (const { stored } of world.artifacts.get(run.id)!) delete stored.createdAtMs;
  away.add('of-3');
  const shard = { index: 0, total: 3, attempt: 1 };
  upload(world, run, recordOf(world, run, { shard }));
  const areFetched: boolean[] = [];
  for (let i = 0; i < 4; i += 1) areFetched.push((await look()).fetches > 0);
  expect(areFetched).toEqual([true, true, false, false]);
});
