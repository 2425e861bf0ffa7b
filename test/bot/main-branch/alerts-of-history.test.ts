import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { storePushes } from '../../cli/history/make-history.ts';
import { writeSuite } from '../reconcile/measurements.ts';
import { commit, type Scenario, startScenario } from '../reconcile/scenario.ts';
import { lookUntilDone, pushToMain } from './pushes.ts';

/** Main has so many commits, and the store a push of each. */
async function startWithHistory(
  levelOf: (place: number) => number,
  {
    budget = '',
    count = 100,
    measured = (_, one) => one,
  }: {
    budget?: string;
    count?: number;
    /** What was measured in place of a commit of main. */
    measured?: (world: Scenario['world'], commit: string) => string;
  } = {},
): Promise<Scenario & { commits: string[]; store(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const scenario = startScenario({ suite: writeSuite({ more: budget }) });
  const { ports, world } = scenario;
  const commits = [world.branches.get('main')!];
  for (let i = 1; i < count; i += 1) {
    commits.push(commit(world, { name: `p${i}` }));
    world.branches.set('main', commits[i]!);
  }
  const file = join(folder, 'series.sqlite');
  const store = async (): Promise<void> => {
    const pushes = commits
      .slice(1)
      .map((one, i) => ({ before: commits[i]!, commit: measured(world, one) }));
    const placeOf = (one: string): number =>
      commits.includes(one)
        ? commits.indexOf(one)
        : 1 + pushes.findIndex((push) => push.commit === one);
    await storePushes(openSqliteStore({ file }), pushes, (test, one) =>
      test === 'upload' ? levelOf(placeOf(one)) : 0,
    );
    const opened = openSqliteStore({ file });
    onTestFinished(() => opened.close());
    Object.assign(ports, { store: opened });
  };
  await store();
  return { ...scenario, commits, store };
}

test('a change that the history confirms opens one issue, which says since which commit', async () => {
  const scenario = await startWithHistory((place) => (place >= 60 ? 0.12 : 0));
  const { commits, ledger, world } = scenario;
  await lookUntilDone(scenario, pushToMain(scenario, 'tip'));
  expect(world.issues).toMatchObject([{ isOpen: true }]);
  const [{ body, title }] = world.issues as [(typeof world.issues)[0]];
  expect(title).toEqual(
    expect.stringMatching(
      new RegExp(
        `^Slower on main since ${commits[60]!.slice(0, 12)}: latency \\+1\\d\\.\\d% of upload › whole test$`,
      ),
    ),
  );
  expect(body).toContain(
    `Since ${commits[60]!.slice(0, 12)}, 1 series of the suite \`sync\` is slower`,
  );
  expect(body).toMatch(/\| latency of `upload › whole test` \| \*\*\+1\d\.\d%\*\* \|/);
  expect(ledger.listAlerts('acme/sync')).toMatchObject([
    { foundBy: 'history', commit: commits[60] },
  ]);
  await lookUntilDone(scenario, pushToMain(scenario, 'next'));
  expect(world.issues).toHaveLength(1);
});

test('up-to-date pull requests count for the commits that main has with their files', async () => {
  const scenario = await startWithHistory((place) => (place >= 60 ? 0.12 : 0), {
    measured: (world, one) => {
      const merge = createHash('sha1').update(one).digest('hex');
      world.commits.set(merge, world.commits.get(one)!);
      return merge;
    },
  });
  await lookUntilDone(scenario, pushToMain(scenario, 'tip'));
  expect(scenario.ledger.listAlerts('acme/sync')).toMatchObject([
    { foundBy: 'history', commit: scenario.commits[60] },
  ]);
});

test('when the level is back, the issue is closed', async () => {
  const scenario = await startWithHistory((place) => (place >= 30 && place < 70 ? 0.12 : 0));
  const { commits, ledger, world } = scenario;
  const known = {
    ...({
      repository: 'acme/sync',
      suite: 'sync',
      foundBy: 'history',
      commit: commits[30]!,
    } as const),
    ...{ range: { after: commits[29]!, upTo: commits[30]!, commits: 1 }, series: [] },
    transitions: [{ state: 'new', atMs: 1 }] as const,
  };
  ledger.openAlert(known);
  await lookUntilDone(scenario, pushToMain(scenario, 'tip'));
  expect(ledger.listAlerts('acme/sync')[0]?.transitions.map(({ state }) => state)).toEqual([
    'new',
    'fixed',
  ]);
  expect(world.issues.filter(({ isOpen }) => isOpen)).toEqual([]);
});

test('two budgets that are exceeded have an issue each', async () => {
  const scenario = await startWithHistory((place) => 0.002 * Math.max(0, place - 40), {
    budget: 'budget: { release: 5%, year: 5% }',
  });
  scenario.world.tags.set('v1.0', scenario.commits[40]!);
  await lookUntilDone(scenario, pushToMain(scenario, 'tip'));
  const over = scenario.world.issues.filter(({ title }) => title.startsWith('Over budget'));
  expect(over.map(({ title }) => title.replace(/:.*/, ''))).toEqual([
    'Over budget on main since the best level of a year',
    'Over budget on main since v1.0',
  ]);
});

test('an exceeded budget opens an issue that names the commits', async () => {
  const more = 'budget: { release: 5%, action: block }';
  const scenario = await startWithHistory((place) => 0.002 * Math.max(0, place - 40), {
    budget: more,
  });
  const { commits, ledger, world } = scenario;
  world.tags.set('v1.0', commits[40]!);
  const kept: unknown[] = [];
  const { keepBudget } = ledger;
  Object.assign(ledger, {
    keepBudget: (...args: Parameters<typeof keepBudget>) => {
      kept.push(args[1]);
      keepBudget(...args);
    },
  });
  await lookUntilDone(scenario, pushToMain(scenario, 'tip'));
  expect(kept.at(-1)).toEqual({ release: 0.05, action: 'block' });
  const issue = world.issues.find(({ title }) => title.startsWith('Over budget'));
  expect(issue?.title).toMatch(
    /^Over budget on main since v1\.0: latency \+\d+\.\d% of upload › whole test$/,
  );
  expect(issue?.body).toContain(
    'worse by more than the 5.0% that `budget` in `perigee.yml` allows',
  );
  expect(issue?.body).toMatch(/- \+\d+\.\d% [0-9a-f]{12} `p\d+` by `Ann`/);
  expect(issue?.body).toMatch(/\[History\]\(https:\/\/perigee\.example\.org\/series\?/);
});

test('a store that does not answer opens nothing, and the push is judged all the same', async () => {
  const scenario = await startWithHistory(() => 0);
  const { StoreUnavailable } = await import('../../../src/store/series-store.ts');
  const away = () => Promise.reject(new StoreUnavailable('away'));
  Object.assign(scenario.ports, { store: { readLast: away, readBuild: away, listSpans: away } });
  await lookUntilDone(scenario, pushToMain(scenario, 'slower', { factor: 1.3 }));
  expect(scenario.world.issues).toMatchObject([{ isOpen: true }]);
});
