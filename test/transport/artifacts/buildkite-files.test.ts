/** What a build left is listed again only where something new can have come. */
import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { expect, test } from 'vitest';
import { openBuildkiteSource } from '../../../src/transport/artifacts/buildkite.ts';
import type {
  KnownFiles,
  OverfullBuilds,
} from '../../../src/transport/artifacts/buildkite-files.ts';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { createSizedCache } from '../../../src/async/sized-cache.ts';
import { hostsOf, startFakeBuildkite, storeFile } from '../../servers/ci/fake-buildkite.ts';
import { makeClock } from '../rest/make-clock.ts';

const event = Buffer.from('{}');
const minuteMs = 60_000;

/** Build 42, with one file. */
async function start() {
  const buildkite = await startFakeBuildkite();
  storeFile(buildkite, 'a/event.json', event);
  const clock = makeClock();
  const { client } = openBuildkite({ apiUrl: buildkite.url, token: buildkite.token, clock });
  const known: KnownFiles = createSizedCache(1_000);
  const overfull: OverfullBuilds = createSizedCache(10);
  const { signal } = new AbortController();
  const open = (state?: string, runId = 'acme/sync/42') =>
    openBuildkiteSource({
      budget: createBudget(artifactLimits.maxBytes),
      ...{ client, runId, signal, overfull, hosts: hostsOf(buildkite) },
      ...(state === undefined ? {} : { settled: { state, known } }),
    });
  const list = async (...of: Parameters<typeof open>) =>
    (await open(...of).list()).map(({ name }) => name);
  /** For so long that what was listed is believed. */
  const listLong = async (...of: Parameters<typeof open>) => {
    await list(...of);
    clock.pass(5 * minuteMs);
    return list(...of);
  };
  const countLists = () => buildkite.requests.filter((each) => each.includes('/artifacts?')).length;
  return { buildkite, clock, open, list, listLong, countLists };
}

test('a build in the same state is not listed again within the hour, and is read all the same', async () => {
  const { buildkite, clock, countLists, listLong, open } = await start();
  expect(await listLong('ended')).toEqual(['a']);
  clock.pass(59 * minuteMs);
  const source = open('ended');
  const [stored] = await source.list();
  expect(await source.read(stored!, ['event.json'])).toEqual(new Map([['event.json', event]]));
  expect(countLists()).toBe(2);
  // By then it may be deleted.
  clock.pass(minuteMs);
  buildkite.artifacts.length = 0;
  expect(await open('ended').list()).toEqual([]);
  expect(countLists()).toBe(3);
});

test('what is listed a little late is seen: for five minutes each look lists anew', async () => {
  const { buildkite, clock, countLists, list } = await start();
  const names = [await list('ended')];
  clock.pass(2 * minuteMs);
  storeFile(buildkite, 'b/event.json', event);
  names.push(await list('ended'));
  clock.pass(2 * minuteMs);
  storeFile(buildkite, 'c/event.json', event);
  names.push(await list('ended'));
  expect(names).toEqual([['a'], ['a', 'b'], ['a', 'b', 'c']]);
  clock.pass(minuteMs);
  await list('ended');
  expect(countLists()).toBe(4);
  await list('ended');
  expect(countLists()).toBe(4);
});

test('in another state, and in none that is told, a build is listed anew', async () => {
  const { buildkite, countLists, list, listLong } = await start();
  await listLong('ended');
  storeFile(buildkite, 'b/event.json', event);
  expect(await list()).toEqual(['a', 'b']);
  expect(await list('retried')).toEqual(['a', 'b']);
  expect(await list()).toEqual(['a', 'b']);
  expect(countLists()).toBe(5);
});

test('another build in a state of the same name is another one', async () => {
  const { buildkite, countLists, list, listLong } = await start();
  await listLong('ended');
  buildkite.builds.push({ ...buildkite.build, number: 43 });
  await list('ended', 'acme/sync/43');
  expect(countLists()).toBe(3);
});

test('while a file is on its way the list is not kept', async () => {
  const { buildkite, countLists, list, listLong } = await start();
  storeFile(buildkite, 'b/event.json', event, { state: 'new' });
  expect(await listLong('ended')).toEqual(['a']);
  buildkite.artifacts[1]!['state'] = 'finished';
  expect(await list('ended')).toEqual(['a', 'b']);
  expect(countLists()).toBe(3);
});

test('a build that left too much, at work or not, is not asked for it again within the hour', async () => {
  const { buildkite, clock, countLists, list } = await start();
  for (let number = 0; number < 2_000; number++) storeFile(buildkite, `more/${number}`, event);
  for (const state of [undefined, undefined, 'ended']) {
    await expect(list(state)).rejects.toMatchObject({
      ...{ code: 'ci-strange-answer', message: expect.stringContaining('more than 2000 entries') },
    });
    expect(countLists()).toBe(20);
    clock.pass(29 * minuteMs);
  }
  // Another one is asked for, and by then this one may have been tidied up.
  buildkite.builds.push({ ...buildkite.build, number: 43 });
  buildkite.artifacts.length = 1;
  expect(await list('ended', 'acme/sync/43')).toEqual(['a']);
  expect(await list()).toEqual(['a']);
});
