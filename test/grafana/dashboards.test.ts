import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { addressWith } from '../../grafana/src/addresses.ts';
import { linkTo } from '../../src/web/api/page-addresses.ts';
import { checkSchema } from './check-schema.ts';
import { replaceVariables } from './interpolate.ts';
import { dashboardNames, readDashboard } from './questions.ts';

const read = (name: string): string => readFileSync(`grafana/dashboards/${name}.json`, 'utf8');

test('the files are what grafana/src makes', () => {
  const { status, stderr } = spawnSync('node', ['scripts/generate-dashboards.ts', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('every file fits the types of Grafana’s schema package', () => {
  const files = Object.fromEntries(dashboardNames.map((name) => [name, read(name)]));
  expect(checkSchema(files)).toEqual([]);
});

test('a wrong type, a missing field and a field that does not exist are found', () => {
  const sound = readDashboard('overview');
  const broken = (change: (panel: Record<string, unknown>) => void): string => {
    const copy = structuredClone(sound) as { panels: unknown[] };
    change(copy.panels[0] as Record<string, unknown>);
    return JSON.stringify(copy);
  };
  const faults = checkSchema({
    type: broken((panel) => (panel['title'] = 5)),
    missing: broken((panel) => delete panel['type']),
    unknown: broken((panel) => (panel['colour'] = 'red')),
    options: broken((panel) => (panel['options'] = { colorMode: 'loud' })),
  });
  const files = faults.map((fault) => /^\w+/.exec(fault)?.[0]);
  expect([...new Set(files)].sort()).toEqual(['missing', 'options', 'type', 'unknown']);
});

test('there is a test of every file', () => {
  const files = readdirSync('grafana/dashboards').filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(dashboardNames.map((name) => `${name}.json`).sort());
});

test('links lead to the pages that there are', () => {
  const choice = {
    repository: 'acme/shop',
    suite: 'a b',
    test: "o'clock",
    span: 'x&y',
    metric: 'm',
  };
  const variables = {
    ...choice,
    ...{ perigee: '', '__value.raw': '17', '__data.fields.repository': choice.repository },
  };
  const { repository, ...rest } = choice;
  const build = { suite: choice.suite, runId: '17' };
  const pairs = [
    [addressWith.home, linkTo.home()],
    [addressWith.overview, linkTo.overview(repository)],
    [addressWith.machines, linkTo.machines(repository)],
    [addressWith.gate, linkTo.gate(repository)],
    [addressWith.series, linkTo.series(repository, rest)],
    [addressWith.oneSeries, linkTo.oneSeries(repository, '17')],
    [
      addressWith.build({ repository: 'repository', suite: 'suite' }),
      linkTo.build(repository, build),
    ],
  ] as const;
  for (const [ours, page] of pairs) {
    const address = new URL(replaceVariables(ours, variables), 'http://perigee');
    const wanted = new URL(page, 'http://perigee');
    expect([address.pathname, ...address.searchParams]).toEqual([
      ...[wanted.pathname, ...wanted.searchParams],
    ]);
  }
});
