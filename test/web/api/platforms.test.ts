/** What a service keeps of a build of three platforms, and what its API answers. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { foldBuild } from '../../../src/pipeline/fold-build.ts';
import type { StoredBuild } from '../../../src/store/series-point.ts';
import type * as Api from '../../../src/web/api/answers.ts';
import type { Overview, Series, SeriesPage } from '../../../src/web/api/answers.ts';
import { compareSides } from '../../../src/web/api/compare-sides.ts';
import { orderCommits } from '../../../src/web/api/history/order-commits.ts';
import { seriesId } from '../../../src/web/api/series-id.ts';
import { titleOnPlatform } from '../../../src/web/pages/format/name-things.ts';
import { makePlatformRecords } from '../../aggregate/platform-records.ts';
import { commitOf, makePoint, makeStoredBuild } from '../../store/make-build.ts';
import { judgeOne, sampleSeries } from '../../verdict/sample-aggregate.ts';
import { type Dashboard, openDashboard, untilComputed } from '../pages/open-dashboard.ts';
import { makeHistory } from './make-history.ts';
import { listFaults } from './validate-answer.ts';

describe('several platforms', () => {
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
    const facts = {
      commit,
      createdAt,
      event: 'push',
      attempt: 1,
      parents: [parent],
      branch: 'main',
    };
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

  test('a platform is found by the name that reports write', async () => {
    const named = await readList('metric=latency&platform=windows-x64');
    const searched = await readList('metric=latency&text=macos');
    const found = [named, searched].map(({ series }) => series.map(({ platform }) => platform));
    expect(found).toEqual([['win32-x64'], ['darwin-arm64']]);
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
});

test('a published run of a commit of the default branch has its place there', () => {
  const facts = { branchKind: 'other', branch: 'main', baseline: commitOf(1) } as const;
  const { branch, commits } = orderCommits([
    makeStoredBuild(3, { ...facts, local: { isUncommitted: true } }),
    makeStoredBuild(2, { ...facts, subject: 'Send twice', local: { isOnDefaultBranch: true } }),
  ]);
  expect(branch).toBe('main');
  expect(commits).toMatchObject([
    { commit: commitOf(1) },
    { commit: commitOf(2), subject: 'Send twice' },
  ]);
  expect(commits).toHaveLength(2);
});

test('a baseline without a build has the date that git gave it, else one just before the next commit', () => {
  const made = makeStoredBuild(2, { baseline: commitOf(1) });
  const own = { author: 'Ann', subject: 'Begin', committedAtMs: 86_400_000 };
  const [first] = orderCommits([{ ...made, local: { baseline: own } }]).commits;
  expect(first).toEqual({ commit: commitOf(1), author: 'Ann', subject: 'Begin', atMs: 86_400_000 });
  const [guessed, next] = orderCommits([made]).commits;
  expect(guessed).toEqual({ commit: commitOf(1), atMs: next!.atMs - 1 });
});

test('a build has the series that its verdict names first, and its largest change where it has no verdict', async () => {
  const step = makeHistory(44)[43];
  if (step === undefined) throw new Error('no build');
  const calm = { test: 'list', span: 'whole test', annotations: { size: 2 } } as const;
  const worst = { ...calm, platform: 'linux-x64', metric: 'latency' };
  const locals = [
    {},
    { conclusion: 'undecided', worst },
    { conclusion: 'passed' },
    { conclusion: 'regressed', worst: { ...worst, test: 'gone' } },
  ] as const;
  const { close, read } = await openDashboard(
    locals.map((local, i) => ({ ...step, build: { ...step.build, runId: `${900 + i}`, local } })),
  );
  onTestFinished(close);
  const found = await read<Overview>('/repositories/acme%2Fsync/overview');
  const named = locals.map((_, i) => found.worst?.[`sync/${900 + i}`]?.series.test);
  expect(named).toEqual(['upload', 'list', undefined, undefined]);
});

test('the overview has red builds that ten others followed, and what they are red for', async () => {
  const [first] = makeHistory(1);
  const worst = { test: 'list', span: 'whole test', annotations: { size: 2 } };
  const series = { ...worst, platform: 'linux-x64', metric: 'latency' };
  const builds = Array.from({ length: 13 }, (_, i) => {
    const { build, points } = first!;
    const own = { runId: `${900 + i}`, atMs: build.atMs + i, branch: i === 0 ? 'topic' : 'main' };
    const red = { conclusion: 'regressed', worst: { ...series, change: 0.5 } } as const;
    const local = i === 0 ? red : ({ conclusion: 'incomplete' } as const);
    return { points, build: { ...build, branchKind: 'other', ...own, local } as const };
  });
  const { close, read } = await openDashboard(builds);
  onTestFinished(close);
  const found = await read<Overview>('/repositories/acme%2Fsync/overview');
  expect(listFaults('readOverview', found)).toEqual([]);
  const runs = found.builds.map(({ runId }) => runId);
  expect(runs).toHaveLength(11);
  expect(runs.at(-1)).toBe('900');
  expect(found.worst?.['sync/900']?.change?.value).toBeCloseTo(0.5, 10);
});

test('what a verdict calls regressed comes first, and what can only warn is not clearly worse', async () => {
  const step = makeHistory(44)[43]!;
  const metric = 'context_switches.voluntary';
  const meaning = { name: metric, unit: 'count', direction: 'lower', kind: 'count' } as const;
  const counted = (['before', 'after'] as const).flatMap((side) =>
    [0, 1, 2, 3, 4].map((repeat) => {
      const value = (side === 'after' ? 4_000 : 1_000) + repeat;
      return makePoint({ test: 'calm', side, repeat, values: { [metric]: value } });
    }),
  );
  const idOf = (test: string): string => {
    const span = { test, span: 'whole test', annotations: { size: 2 }, platform: 'linux-x64' };
    return seriesId('sync', { ...span, metric: 'latency' });
  };
  const regressed = { [idOf('sign')]: false, [idOf('list')]: true };
  const show = async (local: StoredBuild['local']) => {
    const facts = { branchKind: 'other', branch: 'topic', local } as const;
    const build = { ...step.build, ...facts, metrics: [...step.build.metrics, meaning] };
    const dashboard = await openDashboard([{ build, points: [...step.points, ...counted] }]);
    onTestFinished(dashboard.close);
    await untilComputed(dashboard, 'acme/sync');
    const { read } = dashboard;
    const root = '/repositories/acme%2Fsync';
    const { series } = await read<SeriesPage>(`${root}/series?order=attention`);
    const page = await read<Api.Build>(`${root}/builds/sync/${build.runId}`);
    const clear = page.series.flatMap((one) => (one.change?.isClear ? [one.series.metric] : []));
    const tests = series.map(({ test }) => test);
    return { first: tests.slice(0, 3), last: tests.at(-1), isClear: clear.includes(metric) };
  };
  const conclusion = 'regressed';
  const own = await show({ conclusion, regressed, warning: [metric] });
  expect(own).toEqual({ first: ['list', 'sign', 'download'], last: 'calm', isClear: false });
  expect(await show({ conclusion, regressed, warning: [] })).toMatchObject({ isClear: true });
  // Of a published run only what its verdict names first is known.
  expect(await show({ conclusion })).toMatchObject({ isClear: false });
  const unknown = await show(undefined);
  expect(unknown).toMatchObject({ last: 'calm', isClear: true });
  expect(unknown.first.slice(0, 2)).toEqual(['upload', 'upload']);
});

test('list, overview, page of the build and of the series say the change of the verdict', async () => {
  const [build] = makeHistory(1, { branchKind: 'other', branch: 'topic' });
  const worst = { test: 'upload', span: 'whole test', annotations: { size: 1 } };
  const series = { ...worst, platform: 'linux-x64', metric: 'latency' };
  const [id, other] = [series, { ...series, test: 'list' }].map((one) => seriesId('sync', one));
  const changes = { [other ?? '']: 0.25 };
  const local = { conclusion: 'regressed', worst: { ...series, change: 0.375 }, changes } as const;
  const { close, read } = await openDashboard([{ ...build!, build: { ...build!.build, local } }]);
  onTestFinished(close);
  const { runId } = build!.build;
  const root = '/repositories/acme%2Fsync';
  const { worst: told } = await read<Overview>(`${root}/overview`);
  const page = await read<Api.Build>(`${root}/builds/sync/${runId}`);
  const list = await read<SeriesPage>(`${root}/series`);
  const one = await read<Series>(`${root}/series/${id}?run=${runId}`);
  expect(listFaults('listSeries', list)).toEqual([]);
  expect(list.series[0]).not.toHaveProperty('latest');
  const found = [
    told?.[`sync/${runId}`]?.change?.value,
    page.series.find((each) => each.series.id === id)?.change?.value,
    list.series.find((each) => each.id === id)?.newestRun?.change,
    one.runs[0]?.compared?.change,
  ];
  expect(found.map((change) => change?.toFixed(4))).toEqual(Array(4).fill('0.3750'));
  expect(list.series.find((each) => each.id === other)?.newestRun?.change).toBeCloseTo(0.25, 10);
  const [{ after, before } = {}] = page.series.filter((each) => each.series.id === id);
  expect(after!.level! / before!.level!).toBeCloseTo(1.375, 10);
});

test('where no verdict is known, a change is measured by its rule', () => {
  // In microseconds, by pair: the machine had two speeds.
  const before = [309, 174, 307, 168, 295, 274, 191, 304, 172, 171, 301, 189, 319, 334, 307];
  const after = [244, 411, 424, 473, 454, 422, 245, 453, 475, 241, 348, 240, 241, 252, 416];
  const list = (values: number[]) =>
    values.map((value, repeat) => ({ repeat, value, isOutlier: repeat === 1 }));
  const series: Api.SeriesName = {
    ...{ id: 'own', suite: 's', test: 't', span: 't', annotations: {}, platform: 'linux-x64' },
    ...{ metric: 'time', unit: 'ns', direction: 'lower' },
  };
  const { build } = makeHistory(1)[0]!;
  const compared = compareSides(series, { before: list(before), after: list(after) }, build, {});
  // As the verdict of these numbers has it; the means of all of them differ by 43%.
  expect(compared?.change).toBeCloseTo(0.3751, 2);
  const [one, other] = [before, after].map((side) => side.map((value) => 1e6 * value));
  const { interval } = judgeOne(sampleSeries(one!, other!)).only.evidence;
  const [, low, high] = compared?.difference ?? [];
  expect([low, high].map((end) => end?.toFixed(2))).toEqual(
    [interval?.lower, interval?.upper].map((end) => end?.toFixed(2)),
  );
});
