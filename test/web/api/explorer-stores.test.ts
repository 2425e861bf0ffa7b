import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import type { BuildPoints, StoredBuild } from '../../../src/store/series-point.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { importedPlatform } from '../../../src/store/import/points-of-import.ts';
import type { Build, Comparison, Overview, SeriesPage } from '../../../src/web/api/answers.ts';
import { createExplorer, type Explorer } from '../../../src/web/api/explorer.ts';
import { commitOf, makePoint, makeStoredBuild, never } from '../../store/make-build.ts';

const repository = 'acme/sync';

test('a step of 24% in a history of another tool is clear, though each commit has one value', async () => {
  const random = createRandom(5);
  const builds = Array.from({ length: 120 }, (_, number) => {
    const latency = 1000 * (number < 84 ? 1 : 1.24) * (1 + 0.015 * drawNormal(random));
    const build = makeStoredBuild(number, { baseline: commitOf(number), importedFrom: 'asv' });
    return { build, points: [makePoint({ platform: importedPlatform, values: { latency } })] };
  });
  const explorer = await openStored(builds);
  const given = { repository, before: commitOf(20), after: commitOf(119), limit: 10 };
  const found = (await explorer.answer({ operation: 'compareCommits', given })) as Comparison;
  expect(found).toMatchObject({ worse: 1, total: 1 });
  expect(found.series[0]?.difference.low).toBeGreaterThan(0.1);
});

describe('latency rises by a quarter, some bytes are read where none were, and a megabyte is sent', () => {
  const [disk, sent] = ['disk.read_bytes', 'network.sent_bytes'];
  const open = (local?: StoredBuild['local']): Promise<Explorer> =>
    openStored(
      Array.from({ length: 40 }, (_, number) => {
        const describe = (name: string, unit: 'ns' | 'bytes') =>
          ({ name, unit, direction: 'lower', kind: 'gauge' }) as const;
        const metrics = [
          describe('latency', 'ns'),
          ...[disk, sent].map((m) => describe(m, 'bytes')),
        ];
        const facts = { metrics, baseline: commitOf(number - 1), ...(local && { local }) };
        const points = (['before', 'after'] as const).flatMap((side) =>
          [0, 1, 2, 3, 4].map((repeat) => {
            const isLate = number >= (side === 'after' ? 20 : 21);
            const latency = (isLate ? 125e6 : 100e6) + 1e5 * ((number + repeat) % 5);
            const values = { latency, [disk]: isLate ? 194 : 0, [sent]: isLate ? 2 ** 20 : 0 };
            return makePoint({ side, repeat, values });
          }),
        );
        return { build: makeStoredBuild(number, facts), points };
      }),
    );
  const list = (found: { series: { series: { metric: string } }[] }): string[] =>
    found.series.map(({ series }) => series.metric);
  const given = { repository, limit: 10 };
  const sides = { before: commitOf(19), after: commitOf(20) };

  test('two commits: the latency leads, what came from zero is last, and bytes are not clear', async () => {
    const explorer = await open();
    const asked = { operation: 'compareCommits', given: { ...given, ...sides } } as const;
    const found = (await explorer.answer(asked)) as Comparison;
    expect(list(found)).toEqual(['latency', sent, disk]);
    expect(found).toMatchObject({ worse: 2, series: [{}, {}, { difference: { isClear: false } }] });
  });

  test('so does its build', async () => {
    const explorer = await open();
    const { runId: run, suite } = makeStoredBuild(20);
    const asked = { operation: 'readBuild', given: { ...given, suite, run } } as const;
    const found = (await explorer.answer(asked)) as Build;
    expect(list(found)).toEqual(['latency', sent, disk]);
    expect(found.series.map(({ change }) => change?.isClear)).toEqual([true, true, false]);
  });

  test('so does the overview, which leaves the bytes out, and so do lists', async () => {
    const explorer = await open();
    await explorer.answer({ operation: 'readOverview', given });
    await explorer.settled();
    const found = (await explorer.answer({ operation: 'readOverview', given })) as Overview;
    expect(found.state.worse).toBe(2);
    expect(found.changes.map(({ largest }) => list({ series: largest }))).toEqual([
      ['latency', sent],
    ]);
    const asked = { ...given, order: 'attention', changed: 'worse' };
    const page = (await explorer.answer({ operation: 'listSeries', given: asked })) as SeriesPage;
    expect(page.series.map(({ metric }) => metric)).toEqual(['latency', sent]);
  });

  test('where the rules of a verdict count each byte, the bytes are told too', async () => {
    const explorer = await open({ floors: { [disk]: 0 } });
    const asked = { operation: 'compareCommits', given: { ...given, ...sides } } as const;
    expect(await explorer.answer(asked)).toMatchObject({ worse: 3 });
  });

  test('where the rules of a verdict only warn, two commits are not clearly worse by it', async () => {
    const explorer = await open({ floors: { [sent]: 0 }, warning: ['latency'] });
    const asked = { operation: 'compareCommits', given: { ...given, ...sides } } as const;
    const found = (await explorer.answer(asked)) as Comparison;
    expect(found.worse).toBe(1);
    expect(list(found)[0]).toBe(sent);
  });
});

async function openStored(builds: readonly BuildPoints[]): Promise<Explorer> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-compare-'));
  const file = join(folder, 'series.sqlite');
  const store = openSqliteStore({ file });
  await store.write(builds, never);
  await store.close();
  const explorer = createExplorer({
    reader: openSqliteReader(file),
    recall: () => ({ suites: new Map(), series: new Map() }),
    keep: () => undefined,
    clockMs: () => 0,
  });
  onTestFinished(async () => {
    await explorer.settled();
    rmSync(folder, { recursive: true });
  });
  return explorer;
}

test('spans of a store that cannot say whether it changed are listed again with a build, or after a minute', async () => {
  const builds: StoredBuild[] = [makeStoredBuild(1)];
  let listed = 0;
  let nowMs = 0;
  const explorer = createExplorer({
    reader: {
      name: 'a store elsewhere',
      listRepositories: async () => ['acme/sync'],
      listBuilds: async () => [...builds],
      listSpans: async () => ((listed += 1), []),
      countBuilds: async () => new Map(),
      readPoints: async () => [],
      readVersion: async () => undefined,
      readLast: async () => [],
      readBuild: async () => undefined,
      close: async () => undefined,
    },
    recall: () => ({ suites: new Map(), series: new Map() }),
    keep: () => undefined,
    clockMs: () => nowMs,
  });
  const lookAt = async (atMs: number): Promise<number> => {
    nowMs = atMs;
    await explorer.stamp({ operation: 'readOverview', given: { repository: 'acme/sync' } });
    return listed;
  };
  expect(await lookAt(0)).toBe(1);
  expect(await lookAt(20_000)).toBe(1);
  builds.unshift(makeStoredBuild(2));
  expect(await lookAt(30_000)).toBe(2);
  expect(await lookAt(80_000)).toBe(2);
  expect(await lookAt(91_000)).toBe(3);
});
