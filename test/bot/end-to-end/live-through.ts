import { expect } from 'vitest';
import { comment, readCheck, readComments, tryMerge } from './look-at.ts';
import type { World } from './open-world.ts';
import type { PlayedRun } from './play-actions.ts';
import type { OpenedPull } from './push-branches.ts';
import { planted } from './shorten-suite.ts';
import { triggerOfPull } from './triggers.ts';

/** A group of readers at Kafka that has lost one may take half a minute to come together again. */
export const soon = { timeout: 180_000, interval: 100 };

/**
 * A pull request that is slower, from the push until it is red: it is waited for, measured, measured again on a
 * fresh runner, told in one comment, and cannot be merged.
 */
export async function turnRed(
  { actions, example, github }: World,
  { number, head }: OpenedPull,
): Promise<PlayedRun> {
  const look = () => readCheck(github, head);
  await expect.poll(look, soon).toMatchObject({ status: 'queued', conclusion: null });
  expect(await tryMerge(github, number)).toBe(422);
  const played = await actions.begin(await triggerOfPull(github, number));
  const { run, work } = played;
  await expect.poll(look, soon).toMatchObject({ status: 'in_progress', conclusion: null });

  await work();
  await expect.poll(async () => (await look())?.title, soon).toMatch(/confirm/i);
  expect(await look()).toMatchObject({ status: 'in_progress', conclusion: null });
  await expect.poll(() => ({ ...run }), soon).toMatchObject({ attempt: 2, status: 'queued' });
  expect(await tryMerge(github, number)).toBe(422);

  await work();
  await expect.poll(look, soon).toMatchObject({ status: 'completed', conclusion: 'failure' });
  await expect.poll(() => readTable(github, number), soon).toContain(planted.shownAs);
  expect(await tryMerge(github, number)).toBe(422);
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

/** The first table of the one comment. */
async function readTable(github: World['github'], number: number): Promise<string> {
  const { answers, reports } = await readComments(github, number);
  expect(answers).toEqual([]);
  expect(reports.length).toBeLessThan(2);
  return /(?:^\|.*\n?)+/m.exec(reports[0] ?? '')?.[0] ?? '';
}

/** Somebody without the right to it is told so, somebody with it accepts, and then it can be merged. */
export async function acceptAndMerge(
  { github }: World,
  { number, head }: OpenedPull,
): Promise<void> {
  const command = '/perigee accept all because the journal has to survive a power cut';
  const listAnswers = async () => (await readComments(github, number)).answers;
  await comment(github, 'mallory', number, command);
  await expect.poll(listAnswers, soon).toEqual([expect.stringContaining('Sorry, `@mallory`')]);
  expect(await readCheck(github, head)).toMatchObject({ conclusion: 'failure' });
  expect(await tryMerge(github, number)).toBe(422);

  await comment(github, 'dev', number, command);
  await expect.poll(() => readCheck(github, head), soon).toMatchObject({ conclusion: 'success' });
  await expect.poll(async () => (await listAnswers()).length, soon).toBe(2);
  const listReports = async () => (await readComments(github, number)).reports;
  await expect.poll(listReports, soon).toEqual([expect.stringContaining('survive a power cut')]);
  expect(await tryMerge(github, number)).toBe(200);
  // Nothing else was ever written there: a second comment that is taken away again has notified everybody.
  const posts = `POST /repos/acme/sync/issues/${number}/comments`;
  expect(github.requests.filter((request) => request === posts)).toHaveLength(3);
}
