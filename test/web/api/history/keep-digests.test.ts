import { expect, test } from 'vitest';
import type { JudgedBuild } from '../../../../src/contract/documents.ts';
import { createExplorer } from '../../../../src/web/api/explorer.ts';
import type { Build, Overview, SeriesPage } from '../../../../src/web/api/answers.ts';
import { seriesId } from '../../../../src/web/api/series-id.ts';
import type { KeptDigests } from '../../../../src/web/api/history/keep-digests.ts';
import { StoreUnavailable } from '../../../../src/store/series-store.ts';
import { openSqliteReader } from '../../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { makeJudged } from '../../../gate/record/make-entries.ts';
import { makeFolder } from '../../../make-folder.ts';
import { never } from '../../../store/make-build.ts';
import { makeHistory, repository } from '../make-history.ts';

const nothing = () => ({ suites: new Map(), series: new Map() });

async function openReader(builds: number, file = `${makeFolder()}/series.sqlite`) {
  const store = openSqliteStore({ file });
  await store.write(makeHistory(builds), never);
  await store.close();
  return openSqliteReader(file);
}

test('a store that fails beside the answers ends nothing, is told of, and is asked again', async () => {
  const reader = await openReader(30);
  const failures: unknown[] = [];
  let isUp = false;
  const explorer = createExplorer({
    reader: {
      ...reader,
      readLast: async (...asked) => {
        if (isUp) return reader.readLast(...asked);
        throw new StoreUnavailable('the store does not answer');
      },
    },
    recall: nothing,
    keep: () => undefined,
    fail: (...told) => failures.push(told),
    clockMs: () => 0,
  });
  const countPending = async (): Promise<number> => {
    const answer = await explorer.answer({ operation: 'readOverview', given: { repository } });
    return (answer as Overview).counts.pending;
  };
  expect(await countPending()).toBeGreaterThan(0);
  await expect(explorer.settled()).rejects.toThrow('the store does not answer');
  expect(failures).toEqual([[repository, expect.any(StoreUnavailable)]]);
  isUp = true;
  await countPending();
  await explorer.settled();
  expect(await countPending()).toBe(0);
  expect(failures).toHaveLength(1);
  await reader.close();
});

test('what was kept before the newest builds came is pending while they are looked at, unless they are too few for a change', async () => {
  const file = `${makeFolder()}/series.sqlite`;
  let kept: KeptDigests = { suites: new Map(), series: new Map() };
  for (const [builds, pending] of [
    [3, 'none'],
    [4, 'none'],
    [30, 'all'],
    [30, 'none'],
    [31, 'all'],
  ] as const) {
    const reader = await openReader(builds, file);
    const explorer = createExplorer({
      ...{ reader, recall: () => kept, keep: (_, digests) => (kept = digests) },
      ...{ fail: () => undefined, clockMs: () => 0 },
    });
    const read = async (): Promise<Overview['counts']> => {
      const asked = { operation: 'readOverview', given: { repository } } as const;
      return ((await explorer.answer(asked)) as Overview).counts;
    };
    const first = await read();
    expect(first.pending).toBe(pending === 'all' ? first.series : 0);
    await explorer.settled();
    expect((await read()).pending).toBe(0);
    await reader.close();
  }
});

test('a series that is not worked out yet shows its newest run', async () => {
  const reader = await openReader(30);
  const explorer = createExplorer({
    ...{ reader, recall: nothing, keep: () => undefined, clockMs: () => 0 },
  });
  const asked = { operation: 'listSeries', given: { repository, limit: 100 } } as const;
  const { pending, series } = (await explorer.answer(asked)) as SeriesPage;
  expect(pending).toBe(8);
  expect(series.map(({ isPending, newestRun }) => [isPending, newestRun?.runId])).toEqual(
    Array(8).fill([true, makeHistory(30).at(-1)?.build.runId]),
  );
  await explorer.settled();
  await reader.close();
});

test('a series keeps the figure of its verdict after it was renamed', async () => {
  const of = { annotations: { size: 1 }, platform: 'linux-x64', metric: 'latency' };
  const [worst, other] = ['upload', 'list'].map((test) => ({ test, span: 'whole test', ...of }));
  const changes = { [seriesId('sync', other!)]: 0.25 };
  const local = { conclusion: 'regressed', worst: { ...worst!, change: 0.375 }, changes } as const;
  const facts = { branchKind: 'other', branch: 'topic' } as const;
  const [first] = makeHistory(1, { ...facts, local });
  const renamed = ['upload', 'list'].map((was) => ({ test: `new ${was}`, was: [was] }));
  // It measured one side alone, so the run that is shown is the one from before.
  const second = makeHistory(2, { ...facts, renamed }).slice(1);
  const points = second[0]!.points.flatMap((point) =>
    point.side === 'after' ? [{ ...point, test: `new ${point.test}` }] : [],
  );
  const file = `${makeFolder()}/series.sqlite`;
  const store = openSqliteStore({ file });
  await store.write([first!, { ...second[0]!, points }], never);
  await store.close();
  const reader = openSqliteReader(file);
  const explorer = createExplorer({
    ...{ reader, recall: nothing, keep: () => undefined, clockMs: () => 0 },
  });
  const build = { repository, suite: 'sync', run: first!.build.runId, limit: 100 };
  const page = (await explorer.answer({ operation: 'readBuild', given: build })) as Build;
  await explorer.settled();
  const given = { repository, limit: 100 };
  const list = (await explorer.answer({ operation: 'listSeries', given })) as SeriesPage;
  for (const [test, change] of [
    ['new upload', 0.375],
    ['new list', 0.25],
  ] as const) {
    const id = seriesId('sync', { test, span: 'whole test', ...of });
    const shown = page.series.find(({ series }) => series.id === id);
    expect(shown?.change?.value).toBeCloseTo(change, 10);
    expect(list.series.find((one) => one.id === id)?.newestRun?.change).toBeCloseTo(change, 10);
  }
  await reader.close();
});

test('a series takes the figure of a verdict that the bot keeps later', async () => {
  const file = `${makeFolder()}/series.sqlite`;
  const store = openSqliteStore({ file });
  await store.write(makeHistory(1, { branchKind: 'other', branch: 'topic' }), never);
  await store.close();
  const reader = openSqliteReader(file);
  const identity = { test: 'upload', span: 'whole test', annotations: { size: 1 } };
  const worst = { ...identity, platform: 'linux-x64', metric: 'latency', change: 0.375 };
  const judged: JudgedBuild[] = [];
  const findGate = () => ({
    ...{ answer: () => undefined, judgedOf: () => () => judged[0], listBudgets: () => undefined },
    readVersion: () => String(judged.length),
  });
  const explorer = createExplorer({
    ...{ reader, recall: nothing, keep: () => undefined, clockMs: () => 0, findGate },
  });
  const read = async (): Promise<number> => {
    const asked = { operation: 'listSeries', given: { repository, limit: 100 } } as const;
    await explorer.answer(asked);
    await explorer.settled();
    const { series } = (await explorer.answer(asked)) as SeriesPage;
    const id = seriesId('sync', worst);
    return series.find((one) => one.id === id)?.newestRun?.change ?? NaN;
  };
  expect(await read()).toBeLessThan(0.3);
  judged.push(makeJudged(1, { isRed: true, worst }).judged!);
  expect(await read()).toBeCloseTo(0.375, 10);
  await reader.close();
});
