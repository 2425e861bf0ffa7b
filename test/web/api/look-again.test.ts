import { expect, test } from 'vitest';
import { createExplorer } from '../../../src/web/api/explorer.ts';
import type { StoredBuild } from '../../../src/store/series-point.ts';
import { makeStoredBuild } from '../../store/make-build.ts';

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
