/** What a service keeps of a build of three platforms, and what its API answers. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldBuild } from '../../../src/pipeline/fold-build.ts';
import type { Overview, Series, SeriesPage } from '../../../src/web/api/answers.ts';
import { titleOnPlatform } from '../../../src/web/pages/format/name-things.ts';
import { makePlatformRecords } from '../../aggregate/platform-records.ts';
import { type Dashboard, openDashboard } from '../pages/open-dashboard.ts';

const commitAt = (place: number): string =>
  createHash('sha1').update(`commit ${place}`).digest('hex');

/** Pushes of a branch: the fourth made it slower on one platform. */
const builds = Array.from({ length: 8 }, (_, place) => {
  const [parent, commit] = [commitAt(place), commitAt(place + 1)];
  const records = makePlatformRecords(place === 3 ? { slower: { 'win32-x64': 1.38 } } : {});
  const own = records.map((record) => ({
    ...record,
    before: { commit: parent, label: 'main' },
    after: { commit, label: 'main' },
  }));
  const createdAt = new Date(Date.UTC(2026, 10, 1 + place)).toISOString();
  const facts = { commit, createdAt, event: 'push', attempt: 1, parents: [parent], branch: 'main' };
  return foldBuild(own, {
    key: { repository: 'acme/sync', suite: 'sync', runId: `${900 + place}` },
    facts: {
      ...facts,
      branchKind: 'default',
      committedAt: createdAt,
      fork: false,
      links: {},
      doubts: [],
    },
  }).points;
});

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard(builds);
});
afterAll(() => dashboard.close());

const readList = (query: string): Promise<SeriesPage> =>
  dashboard.read<SeriesPage>(`/repositories/acme%2Fsync/series?${query}`);

test('a series of each platform is kept under the name that Node.js gives it', async () => {
  const { series } = await readList('metric=latency');
  expect(new Set(series.map(({ platform }) => platform))).toEqual(
    new Set(['linux-x64', 'darwin-arm64', 'win32-x64']),
  );
});

test('a series names those of other platforms, each with its level', async () => {
  const { series } = await readList('metric=latency&platform=win32-x64');
  const answer = await dashboard.read<Series>(
    `/repositories/acme%2Fsync/series/${series[0]?.id ?? ''}`,
  );
  expect(answer.siblings.map(({ platform }) => platform).sort()).toEqual([
    'darwin-arm64',
    'linux-x64',
  ]);
});

test('each series says that its suite has several platforms, and the worst change names its own', async () => {
  const { series } = await readList('metric=latency');
  expect(series.map(({ isOneOfPlatforms }) => isOneOfPlatforms)).toEqual([true, true, true]);
  const { worst = {} } = await dashboard.read<Overview>('/repositories/acme%2Fsync/overview');
  const named = worst['sync/903']?.series;
  expect(named && titleOnPlatform(named)).toMatch(/ on windows-x64$/);
});
