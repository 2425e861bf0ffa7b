import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { drawHistory } from '../../../grafana/demo/draw-history.ts';
import { type Alert, listRed } from '../../../src/contract/alerts.ts';
import { openSqliteReader } from '../../../src/store/sqlite/open-sqlite-reader.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import type { SeriesPage } from '../../../src/web/api/answers.ts';
import type { SeriesDigest } from '../../../src/web/api/history/follow-series.ts';
import { listMachineMarks } from '../../../src/web/api/history/list-machine-marks.ts';
import { readCatalogue } from '../../../src/web/api/repository/catalogue.ts';
import { listAlerts } from '../../../src/web/api/routes/list-alerts.ts';
import { describeBuild } from '../../../src/web/api/routes/describe-build.ts';
import { isAlwaysZero } from '../../../src/web/api/routes/list-series.ts';
import { commitOf, makeStoredBuild, writeAll } from '../../store/make-build.ts';
import { openDashboard, untilComputed } from '../pages/open-dashboard.ts';
import { makeHistory, repository, stepAt } from './make-history.ts';
import { listFaults } from './validate-answer.ts';

const digest: SeriesDigest = { commits: 2, recent: [0, 0], changes: [], creep: [] };

test.each([
  ['levels that are all zero', digest, true],
  ['one level that is not', { ...digest, recent: [0, 1] }, false],
  [
    'a run of a laptop with nothing before and after',
    { ...digest, recent: [], newestRun: { runId: '1', before: 0, after: 0 } },
    true,
  ],
  [
    'a run of a laptop that counted something',
    { ...digest, recent: [], newestRun: { runId: '1', before: 0, after: 2 } },
    false,
  ],
  ['what is not worked out yet', undefined, false],
])('whether a series was ever counted: %s', (_, found, isZero) => {
  expect(isAlwaysZero(found)).toBe(isZero);
});

const closed = { state: 'accepted', because: 'worth it', by: 'ann', atMs: 1e12 } as const;
const alert: Alert = {
  ...{ number: 2, repository, suite: 'sync', foundBy: 'history', commit: commitOf(stepAt) },
  range: { after: commitOf(stepAt - 1), upTo: commitOf(stepAt), commits: 1 },
  series: [
    {
      ...{ test: 'upload', span: 'whole test', annotations: { size: 1 }, platform: 'linux-x64' },
      ...{ metric: 'latency', change: 0.25 },
    },
  ],
  transitions: [{ state: 'new', atMs: 1e12 }],
};
const builds = [makeStoredBuild(stepAt, { author: 'ann', subject: 'Send twice' })];
const known = { builds, series: new Map() };
const alerts = [alert, { ...alert, number: 1, transitions: [closed] }];

test('open alerts are listed, and closed ones where they are asked for', () => {
  const found = listAlerts(alerts, { state: 'open', limit: 10 }, known);
  expect(listFaults('listAlerts', found)).toEqual([]);
  const { open, total } = found;
  expect([open, total]).toEqual([1, 1]);
  expect(found.alerts).toMatchObject([{ number: 2, isOpen: true, series: [{ change: 0.25 }] }]);
  expect(found.alerts).toMatchObject([{ author: 'ann', subject: 'Send twice' }]);
  const all = listAlerts(alerts, { state: 'all', limit: 1 }, known);
  expect(all).toMatchObject({ total: 2, alerts: [{ number: 2 }] });
  const { next } = all;
  const rest = listAlerts(alerts, { state: 'all', limit: 1, cursor: next }, known);
  expect(rest).toMatchObject({ alerts: [{ number: 1, isOpen: false }] });
});

test('what is red stays so until its branch or its two commits were measured green', () => {
  const name = (facts: object[], hasLevels = false): string[] => {
    // Oldest first; each of a commit of its own unless it says which.
    const builds = facts.map((own, i) => {
      const other = { branchKind: 'other', committedAtMs: undefined } as const;
      return describeBuild(makeStoredBuild(i, { ...other, runId: `${i}`, ...own }));
    });
    return listRed(builds.toReversed(), hasLevels).map(({ runId }) => runId);
  };
  const local = (conclusion: string) => ({ local: { conclusion, hasReport: true } });
  const [red, green] = [local('regressed'), local('passed')];
  const onTopic = { branch: 'topic' };
  const pair = { commit: commitOf(7), baseline: commitOf(6) };
  const onTopicRed = { ...onTopic, ...red };
  expect(name([onTopicRed, { branch: 'main', ...local('incomplete') }])).toEqual(['0']);
  expect(name([onTopicRed, { ...onTopic, ...local('incomplete') }])).toEqual(['0']);
  expect(name([onTopicRed, { branch: 'main', ...green }])).toEqual(['0']);
  expect(name([onTopicRed, { ...onTopic, ...green }])).toEqual([]);
  expect(name([onTopicRed, { ...onTopic, ...green }, onTopicRed])).toEqual(['2']);
  expect(name([onTopicRed, onTopicRed])).toEqual(['1']);
  expect(name([{ ...pair, ...red }, green])).toEqual(['0']);
  expect(
    name([
      { ...pair, ...onTopicRed },
      { ...pair, ...green },
    ]),
  ).toEqual([]);
  const older = { ...onTopic, ...green, committedAtMs: 5 };
  expect(name([{ ...onTopicRed, committedAtMs: 6 }, older])).toEqual(['0']);
  // Levels know the default branch.
  expect(name([onTopicRed, { branchKind: 'default', ...red }], true)).toEqual(['0']);
  const ofService = { local: { conclusion: 'regressed' } };
  expect(name([{ ...onTopic, ...ofService }], true)).toEqual([]);
});

const endMs = Date.UTC(2026, 9, 20);
const sixHoursMs = 6 * 3_600_000;
const pushes = 200;

test('slower machines are one mark for each kind, and another when they are as before', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-machine-marks-'));
  const file = join(folder, 'series.sqlite');
  const store = openSqliteStore({ file });
  const reader = openSqliteReader(file);
  try {
    const builds = drawHistory({ seed: 5, pushes, endMs });
    await writeAll(store, ...builds.filter(({ build }) => build.suite === 'sync'));
    const catalogue = await readCatalogue(reader, 'acme/shop');
    const marks = await listMachineMarks(reader, catalogue!);
    const near = marks.map(({ atMs, isWorse, series, text }) => ({
      ...{ platform: series.platform, isWorse, text: text?.replace(/:.*/s, '') },
      push: Math.round((pushes - 1 - (endMs - atMs) / sixHoursMs) / 4) * 4,
    }));
    const changed = { isWorse: true, text: 'the machine changed', push: 160 };
    const over = { isWorse: false, text: 'the machine is as before', push: 172 };
    expect(near).toEqual(
      ['linux-arm64', 'linux-x64'].flatMap((platform) => [
        { platform, ...changed },
        { platform, ...over },
      ]),
    );
    expect(marks[0]?.text).toMatch(
      /^the machine changed: [a-zA-Z ,+\-%\d.]*integer CPU \+\d\d\.\d%/,
    );
    expect(marks[0]?.commit).toMatch(/^c0ffee/);
  } finally {
    await reader.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a test leads with the same metric in each run, whichever moved by chance', async () => {
  const { build, points } = makeHistory(1)[0]!;
  const cpu = { name: 'cpu.total', unit: 'ns', direction: 'lower', kind: 'duration' } as const;
  const lead = async (byCpu: number, conclusion: 'passed' | undefined): Promise<string[]> => {
    const facts = { branchKind: 'other', branch: 'topic', local: { conclusion } } as const;
    const measured = { ...build, ...facts, metrics: [...build.metrics, cpu] };
    const moved = points.map((one) => {
      const { latency = 0 } = one.values;
      const by = one.side === 'after' ? byCpu : 1;
      return 'latency' in one.values
        ? { ...one, values: { latency, 'cpu.total': 1e3 * latency * by } }
        : one;
    });
    const dashboard = await openDashboard([{ build: measured, points: moved }]);
    onTestFinished(dashboard.close);
    await untilComputed(dashboard, 'acme/sync');
    const address = '/repositories/acme%2Fsync/series?order=attention';
    const { series } = await dashboard.read<SeriesPage>(address);
    return series.slice(0, 3).map(({ metric, test: name }) => `${name} ${metric}`);
  };
  const calm = ['download latency', 'download latency', 'download cpu.total'];
  expect(await lead(1.03, 'passed')).toEqual(calm);
  expect(await lead(0.97, 'passed')).toEqual(calm);
  // Of what no verdict is known, the largest test comes first, with its latency all the same.
  expect((await lead(1.2, undefined))[0]).toMatch(/ latency$/);
});
