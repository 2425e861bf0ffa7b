import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, apiRoot } from '../../../src/web/api/addresses.ts';
import type * as Api from '../../../src/web/api/answers.ts';
import { readRequest } from '../../../src/web/api/http/read-request.ts';
import { createExplorer, type Explorer } from '../../../src/web/api/explorer.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { SeriesStore } from '../../../src/store/series-store.ts';
import { commitOf, never } from '../../store/make-build.ts';
import { makeHistory, repository, stepAt } from './make-history.ts';
import { listFaults } from './validate-answer.ts';

const folder = mkdtempSync(join(tmpdir(), 'perigee-explorer-'));
const file = join(folder, 'series.sqlite');
const builds = 100;
let store: SeriesStore;
let explorer: Explorer;
let nowMs = 0;

beforeAll(async () => {
  store = openSqliteStore({ file });
  await store.write(makeHistory(builds), never);
  explorer = createExplorer({
    reader: openSqliteReader(file),
    recall: () => ({ suites: new Map(), series: new Map() }),
    keep: () => undefined,
    clockMs: () => nowMs,
  });
  await ask(addressOf.readOverview(repository));
  await explorer.settled();
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Every answer is validated. */
async function ask<T>(address: string): Promise<T> {
  const { pathname, searchParams } = new URL(address, 'http://host');
  const request = readRequest(pathname.slice(apiRoot.length), searchParams);
  const answer: unknown = JSON.parse(JSON.stringify(await explorer.answer(request)));
  expect(listFaults(request.operation, answer), address).toEqual([]);
  return answer as T;
}

async function findSeries(test: string, size: number): Promise<Api.SeriesSummary> {
  const { series } = await ask<Api.SeriesPage>(addressOf.listSeries(repository, { test }));
  return series.find(({ annotations }) => annotations['size'] === size)!;
}

test('repositories, with their newest build', async () => {
  const { repositories } = await ask<Api.Repositories>(addressOf.listRepositories());
  expect(repositories).toMatchObject([{ repository, suites: ['sync'], newestBuild: {} }]);
});

test('the overview names the step once, with both series that show it', async () => {
  const found = await ask<Api.Overview>(addressOf.readOverview(repository));
  expect(found).toMatchObject({
    branch: 'main',
    counts: { series: 8, pending: 0, builds, suites: 1, tests: 4, platforms: 1 },
    state: { worse: 2, better: 0, steady: 6, short: 0, overBudget: 0 },
  });
  expect(found.changes).toMatchObject([{ isWorse: true, count: 2 }]);
  expect(found.builds).toHaveLength(10);
});

describe('the list of series', () => {
  test('filters by name, words and change', async () => {
    const totals = await Promise.all(
      [{ test: 'list' }, { text: 'SIZE=2 down' }, { changed: 'worse' }, { changed: 'better' }].map(
        async (query) => (await ask<Api.SeriesPage>(addressOf.listSeries(repository, query))).total,
      ),
    );
    expect(totals).toEqual([2, 1, 2, 0]);
  });

  test('begins with what became worse, where attention is asked for', async () => {
    const address = addressOf.listSeries(repository, { order: 'attention' });
    const { series } = await ask<Api.SeriesPage>(address);
    expect(series.map(({ test }) => test).slice(0, 2)).toEqual(['upload', 'upload']);
  });

  test('goes on where the page before ended, to the end', async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const address = addressOf.listSeries(repository, { limit: 3, cursor });
      const page: Api.SeriesPage = await ask(address);
      names.push(...page.series.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect(names).toHaveLength(8);
    expect(new Set(names).size).toBe(8);
  });

  test('gives the latest level with its interval, and the newest change', async () => {
    const { band, latest, newestChange, recent, recentChange } = await findSeries('upload', 1);
    expect(latest!.value).toBeGreaterThan(1_220_000);
    expect(latest!.value).toBeLessThan(1_280_000);
    expect(newestChange!.change).toBeCloseTo(0.25, 1);
    expect([recent.length, band?.length]).toEqual([50, 50]);
    const [before = 0, after = 0] = recent.slice((recentChange ?? 0) - 1);
    expect(after / before).toBeGreaterThan(1.1);
  });
});

describe('a series', () => {
  test('has every repeat of every build, with outliers, levels and the change', async () => {
    const { id } = await findSeries('upload', 2);
    const found = await ask<Api.Series>(addressOf.readSeries(repository, id));
    const spanning = [{ runId: '844' }, { runId: '900' }];
    expect(found.runs.filter(({ after }) => after?.repeats.length === 5)).toHaveLength(builds);
    expect(found.runs.flatMap(({ after }) => after!.outliers).every((i) => i === 4)).toBe(true);
    expect(found.commits[found.levels.at(-1)!.place]!.commit).toBe(commitOf(99));
    expect(found.changes).toHaveLength(1);
    const { after, upTo } = found.changes[0]!.range;
    expect(Number(after.commit)).toBeLessThan(stepAt);
    expect(Number(upTo.commit)).toBeGreaterThanOrEqual(stepAt);
    expect([found.machines.length, found.hasOlder]).toEqual([2, false]);
    expect(found.runs.flatMap(({ compared = [] }) => compared)).toMatchObject(spanning);
  });

  test('of a pull request only the baseline has a place', async () => {
    const { id } = await findSeries('upload', 1);
    const { runs } = await ask<Api.Series>(addressOf.readSeries(repository, id));
    const pull = runs.find(({ pullRequest }) => pullRequest === 50)!;
    expect(pull.before!.place).toBeTypeOf('number');
    expect(pull.after!.place).toBeUndefined();
  });

  test('names its slices, and the run whose machine was off', async () => {
    const { id } = await findSeries('list', 1);
    const { runs, siblings } = await ask<Api.Series>(addressOf.readSeries(repository, id));
    expect(siblings).toMatchObject([{ annotations: { size: 2 }, latest: {} }]);
    const odd = runs.filter(({ isMachineOdd }) => isMachineOdd).map(({ runId }) => runId);
    expect(odd).toContain('820');
    expect(odd.length).toBeLessThan(10);
  });

  test('of which fewer builds are asked for says that there are older ones', async () => {
    const { id } = await findSeries('list', 1);
    const few = await ask<Api.Series>(addressOf.readSeries(repository, id, { last: 5 }));
    expect(few.runs.map(({ runId }) => runId)).toEqual(['896', '897', '898', '899', '900']);
    expect(few.hasOlder).toBe(true);
  });
});

test('builds are found by pull request, kind of branch and commit', async () => {
  const asked = [
    ...[{ pullRequest: 50 }, { branchKind: 'pull-request' }, { commit: commitOf(99) }],
    { text: 'AUTHOR #50' },
  ];
  const found = await Promise.all(
    asked.map(async (query) => {
      const page = await ask<Api.BuildPage>(addressOf.listBuilds(repository, query));
      return page.builds.map(({ runId }) => runId);
    }),
  );
  expect(found).toEqual([
    ['850'],
    ['900', '890', '880', '870', '860', '850', '840', '830', '820', '810'],
    ['899'],
    ['850'],
  ]);
});

test('a build says what it saw, the clear change for the worse first', async () => {
  const address = addressOf.readBuild(repository, { suite: 'sync', runId: String(800 + stepAt) });
  const { machines, series, total } = await ask<Api.Build>(address);
  expect(total).toBe(8);
  expect(series[0]!.series.test).toBe('upload');
  expect(series[0]!.change).toMatchObject({ isClear: true, isWorse: true });
  expect(machines).toMatchObject([{ cpu: 'Epyc' }]);
});

test('a build names the one before it, and what changed in its environment', async () => {
  const { previous } = await ask<Api.Build>(
    addressOf.readBuild(repository, { suite: 'sync', runId: '831' }),
  );
  expect(previous).toMatchObject({ build: { runId: '829' } });
  expect(previous?.environment).toEqual([
    { fact: 'kernel', from: '6.1', to: '6.8' },
    { fact: 'toolchain', from: 'go 1.25.1', to: 'go 1.26.8' },
  ]);
});

test('two commits differ by the step, and by nothing else', async () => {
  const query = { before: commitOf(stepAt - 3), after: commitOf(stepAt + 5) };
  const found = await ask<Api.Comparison>(addressOf.compareCommits(repository, query));
  expect(found).toMatchObject({ total: 8, unmatched: 0, worse: 2 });
  for (const { difference } of found.series.slice(0, 2)) {
    expect(difference.low).toBeLessThan(0.25);
    expect(difference.high).toBeGreaterThan(0.25);
  }
});

test('the name of a branch stands for its newest commit', async () => {
  const query = { before: commitOf(89), after: 'main' };
  const { after } = await ask<Api.Comparison>(addressOf.compareCommits(repository, query));
  expect(after).toMatchObject({ asked: 'main', commit: commitOf(99), branch: 'main' });
});

test('a pull request stands for its newest commit', async () => {
  const query = { before: 'main', after: '#50' };
  const { after } = await ask<Api.Comparison>(addressOf.compareCommits(repository, query));
  expect(after).toMatchObject({ asked: '#50', commit: commitOf(5050) });
});

test('machines have their canaries build by build', async () => {
  const { machines } = await ask<Api.Machines>(addressOf.readMachines(repository));
  expect(machines).toMatchObject([
    { cpu: 'Epyc', cores: 4, canaries: [{ canary: 'cpu.integer', title: 'integer CPU' }] },
  ]);
  expect(machines[0]!.canaries[0]!.values).toHaveLength(builds);
});

test('a build that was written meanwhile is in the next answer', async () => {
  const stampOf = () => explorer.stamp({ operation: 'readOverview', given: { repository } });
  const before = await stampOf();
  await store.write(makeHistory(builds + 1).slice(-1), never);
  nowMs += 10_000;
  expect(await stampOf()).not.toBe(before);
  await explorer.settled();
  const { counts } = await ask<Api.Overview>(addressOf.readOverview(repository));
  expect(counts).toMatchObject({ builds: builds + 1, pending: 0 });
});

test.each([
  ['repositories/a%2Fb/overview', 404],
  ['repositories/a%2Fb/gate', 404],
  ['repositories/a%2Fb/alerts', 404],
  ['repositories/acme%2Fsync/series/AAAAAAAAAAAAAAAA', 404],
  ['repositories/acme%2Fsync/series/short', 400],
  ['repositories/acme%2Fsync/series?limit=501', 400],
  ['repositories/acme%2Fsync/series?tset=upload', 400],
  ['repositories/acme%2Fsync/series?test=a&test=b', 400],
  ['repositories/acme%2Fsync/series?cursor=x', 400],
  ['repositories/acme%2Fsync/builds/sync/none', 404],
  ['repositories/acme%2Fsync/comparison?before=abcdef0', 400],
  ['repositories/acme%2Fsync/comparison?before=abcdef0&after=nowhere', 404],
  ['repositories/acme%2Fsync/comparison?before=00000000&after=main', 400],
  ['repositories/%ff/overview', 400],
  ['nothing', 404],
])('%s is refused with %i', async (address, status) => {
  await expect(ask(`${apiRoot}/${address}`)).rejects.toMatchObject({ name: 'ApiProblem', status });
});
