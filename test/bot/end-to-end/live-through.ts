import { expect } from 'vitest';
import type { SeriesStore } from '../../../src/store/series-store.ts';
import { listMissingChecks } from '../servers/fake/routes-of-pulls.ts';
import type { FakePull } from '../servers/fake/state.ts';
import type { World } from './open-world.ts';
import type { PlayedRun } from './play-actions.ts';
import { planted } from './shorten-suite.ts';

/** A group of readers at Kafka that has lost one may take half a minute to come together again. */
export const soon = { timeout: 180_000, interval: 100 };

/** Whether GitHub lets it in. */
export function canMerge({ repository }: Pick<World, 'repository'>, { head }: FakePull): boolean {
  return listMissingChecks(repository, 'main', head.commit).length === 0;
}

/**
 * A pull request that is slower, from the push until it is red: it is waited for, measured, measured again on a
 * fresh runner, told in one comment, and cannot be merged.
 */
export async function turnRed(world: World, pull: FakePull): Promise<PlayedRun> {
  const { actions, example, readCheck, readComments } = world;
  const look = () => readCheck(pull);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  expect(canMerge(world, pull)).toBe(false);
  const played = await actions.begin(pull);
  const { run, work } = played;
  await expect.poll(look, soon).toMatchObject({ status: 'in_progress', conclusion: null });

  await work();
  await expect.poll(() => look().title, soon).toMatch(/confirm/i);
  expect(look()).toMatchObject({ status: 'in_progress', conclusion: null });
  await expect.poll(() => ({ ...run }), soon).toMatchObject({ attempt: 2, status: 'queued' });
  expect(canMerge(world, pull)).toBe(false);

  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'failure' });
  // The first table of the one comment.
  const readTable = () => /(?:^\|.*\n?)+/m.exec(readComments(pull).report)?.[0];
  await expect.poll(readTable, soon).toContain(planted.shownAs);
  expect(readComments(pull).answers).toEqual([]);
  expect(canMerge(world, pull)).toBe(false);
  // Of several shards, that of the alarm alone ran twice: the last one.
  const { shards } = example;
  const alarmed = `perigee-sync-shard-${shards}-of-${shards}`;
  expect(played.listArtifacts()).toEqual([
    ...(shards === 1 ? [] : ['perigee-sync-shard-1-of-2-attempt-1']),
    `${alarmed}-attempt-1`,
    `${alarmed}-attempt-2`,
  ]);
  return played;
}

/** The comment leads to a page with every series. @param reporting the service that reports */
export async function expectPage(
  { readComments }: World,
  pull: FakePull,
  reporting: { url: string },
): Promise<void> {
  const [, page = ''] = /\[Every series\]\((.*?)\)/.exec(readComments(pull).report) ?? [];
  const { pathname } = new URL(page);
  expect(await (await fetch(reporting.url + pathname)).text()).toContain(planted.test);
}

/** Somebody without the right to it is told so, somebody with it accepts, and then it can be merged. */
export async function acceptAndMerge(world: World, pull: FakePull): Promise<void> {
  const { github, readCheck, readComments, say } = world;
  const command = '/perigee accept all because the journal has to survive a power cut';
  const listAnswers = () => readComments(pull).answers;
  await say(pull, 'mallory', command);
  await expect.poll(listAnswers, soon).toEqual([expect.stringContaining('Sorry, `@mallory`')]);
  expect(readCheck(pull)).toMatchObject({ conclusion: 'failure' });
  expect(canMerge(world, pull)).toBe(false);

  await say(pull, 'dev', command);
  await expect.poll(() => readCheck(pull), soon).toMatchObject({ conclusion: 'success' });
  await expect.poll(() => listAnswers().length, soon).toBe(2);
  await expect.poll(() => readComments(pull).report, soon).toContain('survive a power cut');
  expect(canMerge(world, pull)).toBe(true);
  // Nothing else was ever written there: a second comment that is taken away again has notified everybody.
  const posts = `POST /repos/acme/sync/issues/${pull.number}/comments`;
  expect(github.requests.filter(({ line }) => line === posts)).toHaveLength(3);
}

/**
 * Fails unless the store comes to have the whole build of a run, with what GitHub says of it, and the planted
 * series on both sides of it.
 */
export async function expectStored(
  store: Pick<SeriesStore, 'readBuild'>,
  runId: number,
  { head, number }: FakePull,
): Promise<void> {
  const key = { repository: 'acme/sync', suite: 'sync', runId: String(runId) };
  const { metric, span, test } = planted;
  const read = async () => {
    const { build, points = [] } = (await store.readBuild(key)) ?? {};
    const [before, after] = (['before', 'after'] as const).map((wanted) =>
      points
        .filter((point) => point.side === wanted && point.test === test && point.span === span)
        .map(({ values }) => values[metric] ?? Number.NaN),
    );
    return { build, before, after };
  };
  const build = { isComplete: true, commit: head.commit, pullRequest: number };
  // A reader of InfluxDB may see some points of a build before the others.
  await expect
    .poll(read, { interval: 200 })
    .toMatchObject({ build, before: { length: 4 }, after: { length: 4 } });
  const { after, before } = await read();
  expect(Math.min(...(after ?? []))).toBeGreaterThan(Math.max(...(before ?? [])));
}
