import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom, drawNormal } from '../../../src/stats/random.ts';
import type { StoredBuild } from '../../../src/store/series-point.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { Comparison } from '../../../src/web/api/answers.ts';
import { createExplorer } from '../../../src/web/api/explorer.ts';
import { commitOf, makePoint, makeStoredBuild, never } from '../../store/make-build.ts';

const repository = 'acme/sync';

test('a step of 24% in a history of another tool is clear, though each commit has one value', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-compare-'));
  const file = join(folder, 'series.sqlite');
  const random = createRandom(5);
  const builds = Array.from({ length: 120 }, (_, number) => {
    const latency = 1000 * (number < 84 ? 1 : 1.24) * (1 + 0.015 * drawNormal(random));
    const build = makeStoredBuild(number, { baseline: commitOf(number), importedFrom: 'asv' });
    return { build, points: [makePoint({ values: { latency } })] };
  });
  const store = openSqliteStore({ file });
  await store.write(builds, never);
  await store.close();
  const explorer = createExplorer({
    reader: openSqliteReader(file),
    recall: () => ({ suites: new Map(), series: new Map() }),
    keep: () => undefined,
    clockMs: () => 0,
  });
  const given = { repository, before: commitOf(20), after: commitOf(119), limit: 10 };
  const found = (await explorer.answer({ operation: 'compareCommits', given })) as Comparison;
  expect(found).toMatchObject({ worse: 1, total: 1 });
  expect(found.series[0]?.difference.low).toBeGreaterThan(0.1);
  await explorer.settled();
  rmSync(folder, { recursive: true });
});

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
