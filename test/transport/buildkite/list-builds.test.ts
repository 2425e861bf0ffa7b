/** The list of builds: how many requests it takes, and what is read of one that has no end. */
import { expect, test } from 'vitest';
import { openBuildkite } from '../../../src/transport/buildkite/open-buildkite.ts';
import { type FakeBuildkite, startFakeBuildkite } from '../../servers/ci/fake-buildkite.ts';
import { showBuild, showJob } from '../../servers/ci/show-buildkite.ts';
import { never } from '../github/ask-facts.ts';
import { makeClock } from '../rest/make-clock.ts';

function open({ url: apiUrl, token }: FakeBuildkite) {
  const clock = makeClock();
  const { builds } = openBuildkite({ apiUrl, token, clock });
  const commit = 'c'.repeat(40);
  return { clock, list: () => builds.listBuilds('acme/sync', 'acme/sync', commit, never) };
}

/** How large each page of builds was that was asked for, and which. */
function listPages({ requests }: FakeBuildkite): string[] {
  return requests.flatMap((each) => {
    const [, size, page] = /\/builds\?.*&per_page=(\d+)&page=(\d+)$/.exec(each) ?? [];
    return size === undefined ? [] : [`${size}/${page}`];
  });
}

test('of more builds than a hundred the newest are listed, twenty with each request', async () => {
  const buildkite = await startFakeBuildkite();
  for (let number = 43; number <= 150; number++) buildkite.builds.push(showBuild(number));
  const builds = await open(buildkite).list();
  expect(builds.map(({ number }) => number)).toEqual(
    Array.from({ length: 100 }, (_, index) => 150 - index),
  );
  expect(listPages(buildkite)).toEqual(['20/1', '20/2', '20/3', '20/4', '20/5']);
});

test('a build that begins while they are listed makes none of them come twice', async () => {
  const buildkite = await startFakeBuildkite();
  for (let number = 43; number <= 70; number++) buildkite.builds.push(showBuild(number));
  buildkite.intercept = (_, { url }) => {
    if (url.searchParams.get('page') === '2') buildkite.builds.push(showBuild(71));
    return undefined;
  };
  const builds = await open(buildkite).list();
  expect(builds.map(({ number }) => number)).toEqual(
    Array.from({ length: 29 }, (_, index) => 70 - index),
  );
});

/** Builds from 42 on, newest last, of 400 jobs each: twelve of them are more than is read of one answer. */
async function startLarge(builds: number, bytesOfJob: number) {
  const buildkite = await startFakeBuildkite();
  const command = 'x'.repeat(bytesOfJob);
  const jobs = Array.from({ length: 400 }, (_, serial) => showJob(serial, { command }));
  buildkite.builds.length = 0;
  for (let number = 42; number < 42 + builds; number++) {
    buildkite.builds.push(showBuild(number, { jobs }));
  }
  return buildkite;
}

test('builds of hundreds of jobs are asked for in smaller pages, which the next look begins with', async () => {
  const buildkite = await startLarge(12, 4_000);
  const { clock, list } = open(buildkite);
  const builds = await list();
  expect(builds.map(({ number }) => number)).toEqual([
    ...[53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42],
  ]);
  expect(builds[0]?.jobs).toHaveLength(400);
  expect(listPages(buildkite)).toEqual(['20/1', '5/1', '5/2', '5/3']);
  buildkite.requests.length = 0;
  await list();
  expect(listPages(buildkite)).toEqual(['5/1', '5/2', '5/3']);
  buildkite.requests.length = 0;
  clock.pass(60 * 60_000);
  await list();
  expect(listPages(buildkite)[0]).toBe('20/1');
});

test('of builds that only fit one by one the newest are listed, with ten requests', async () => {
  const buildkite = await startLarge(12, 10_000);
  const builds = await open(buildkite).list();
  expect(builds.map(({ number }) => number)).toEqual([53, 52, 51, 50, 49, 48, 47, 46]);
  expect(listPages(buildkite)).toEqual([
    ...['20/1', '5/1', '1/1', '1/2', '1/3', '1/4', '1/5', '1/6', '1/7', '1/8'],
  ]);
});

test('a single build that is more than is read of one answer is told', async () => {
  const buildkite = await startLarge(1, 50_000);
  await expect(open(buildkite).list()).rejects.toMatchObject({
    ...{ name: 'Refused', code: 'ci-strange-answer' },
    message: 'Buildkite answered with more than 16777216 bytes',
  });
  expect(listPages(buildkite)).toEqual(['20/1', '5/1', '1/1']);
});
