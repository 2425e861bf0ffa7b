import { expect, test } from 'vitest';
import { createExplorer } from '../../../src/web/api/explorer.ts';
import type { MetricMeaning, StoredBuild } from '../../../src/store/series-point.ts';
import type { StoreReader } from '../../../src/store/series-store.ts';

/** About eight megabytes of each repository. */
const metrics = Array.from({ length: 10 }, (_, i): MetricMeaning => ({
  name: `metric ${i}`,
  unit: 'ns',
  direction: 'lower',
  kind: 'duration',
}));
const builds = Array.from({ length: 5_000 }, (_, i): StoredBuild => ({
  ...{ repository: 'acme/sync', suite: 'sync', runId: `${i}`, atMs: i, branchKind: 'default' },
  ...{ commit: `${i + 1}`.padStart(40, '0'), baseline: `${i}`.padStart(40, '0') },
  ...{ isComplete: true, metrics },
}));

const reader: StoreReader = {
  name: 'many builds without series',
  listRepositories: async () => [],
  listBuilds: async () => builds,
  listSpans: async () => [],
  countBuilds: async () => new Map([['sync', builds.length]]),
  readPoints: async () => [],
  readVersion: async () => '1',
  readLast: async () => [],
  readBuild: async () => undefined,
  close: async () => undefined,
};

test('what is known of repositories that nobody looked at lately makes room for others', async () => {
  const recalled: string[] = [];
  const explorer = createExplorer({
    reader,
    recall: (repository) => {
      recalled.push(repository);
      return { suites: new Map(), series: new Map() };
    },
    keep: () => undefined,
    clockMs: () => 0,
  });
  const look = async (repository: string): Promise<boolean> => {
    const before = recalled.length;
    await explorer.stamp({ operation: 'readOverview', given: { repository } });
    return recalled.length > before;
  };
  for (let i = 0; i < 26; i++) {
    expect(await look(`acme/${i}`)).toBe(true);
    expect(await look('acme/0')).toBe(false);
  }
  expect(await look('acme/25')).toBe(false);
  expect(await look('acme/1')).toBe(true);
});
