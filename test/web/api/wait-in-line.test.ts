import { expect, test } from 'vitest';
import type { MetricMeaning, StoredBuild } from '../../../src/store/series-point.ts';
import type { StoreReader } from '../../../src/store/series-store.ts';
import { createExplorer } from '../../../src/web/api/explorer.ts';
import { ApiProblem } from '../../../src/web/api/http/api-problem.ts';
import { ClientGone, openLine } from '../../../src/web/api/http/wait-in-line.ts';

const limits = { places: 6, ofReader: 2, behind: 2 };

function openRequests() {
  const { enter } = openLine(limits);
  const state: string[] = [];
  return {
    state,
    /** @returns what ends the request */
    ask: async (name?: string) => {
      const gone = new AbortController();
      const at = state.push('waits') - 1;
      enter(name, gone.signal).then(
        () => (state[at] = 'inside'),
        (error: unknown) => (state[at] = error instanceof ApiProblem ? `${error.status}` : 'gone'),
      );
      await Promise.resolve();
      return async () => {
        gone.abort(new ClientGone());
        await Promise.resolve();
      };
    },
  };
}

test('one reader takes two places and waits for them, and leaves the others to others', async () => {
  const { ask, state } = openRequests();
  for (let i = 0; i < 5; i++) await ask('ann');
  expect(state).toEqual(['inside', 'inside', 'waits', 'waits', '429']);
  for (const name of ['ben', 'ben', 'cas', 'cas', 'dan']) await ask(name);
  expect(state.slice(5)).toEqual(['inside', 'inside', 'inside', 'inside', '503']);
});

test('who ends a request gives its place to the next one of the same reader', async () => {
  const { ask, state } = openRequests();
  const ends = [await ask('ann'), await ask('ann'), await ask('ann'), await ask('ann')];
  await ends[2]!();
  await ends[0]!();
  expect(state).toEqual(['inside', 'inside', 'gone', 'inside']);
  await ends[1]!();
  await ends[3]!();
  for (let i = 0; i < 6; i++) await ask();
  expect(state.slice(4)).toEqual(Array(6).fill('inside'));
});

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
