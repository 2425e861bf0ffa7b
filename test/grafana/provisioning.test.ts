import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboardNames, readDashboard } from './questions.ts';
import { variables } from '../../src/settings/environment.ts';

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; volumes?: string[]; command?: string[] }
  >;
}

const composeFiles = ['grafana/compose.yml', 'deploy/compose.yml'] as const;
const provisioning = 'grafana/provisioning';
const readSources = (): string =>
  readFileSync(join(provisioning, 'datasources/perigee.yml'), 'utf8');

function readCompose(file: string): Compose {
  // YAML 1.1 has merge keys, and anchors that Docker resolves too.
  return parse(readFileSync(file, 'utf8')) as Compose;
}

test.for(composeFiles)('%s mounts what is there', (file) => {
  const { services } = readCompose(file);
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    .filter((from) => from.startsWith('.'));
  expect(mounted.length).toBeGreaterThan(3);
  expect(mounted.filter((from) => !existsSync(join(dirname(file), from)))).toEqual([]);
});

test.for(composeFiles)('%s sets what the data sources name', (file) => {
  const named = [...readSources().matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name);
  const set = Object.keys(readCompose(file).services['grafana']?.environment ?? {});
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !set.includes(name ?? ''))).toEqual([]);
});

test.for(composeFiles)('%s puts the dashboards where Grafana looks for them', (file) => {
  const provider = readFileSync(join(provisioning, 'dashboards/perigee.yml'), 'utf8');
  const { providers } = parse(provider) as { providers: { options: { path: string } }[] };
  const mounts = readCompose(file).services['grafana']?.volumes?.map((one) => one.split(':')[1]);
  expect(mounts).toContain(providers[0]?.options.path);
  expect(mounts).toContain('/etc/grafana/provisioning');
});

test('the service and the data of grafana/compose.yml have settings that there are', () => {
  const { services } = readCompose('grafana/compose.yml');
  const known = new Set(variables.map(({ name }) => name));
  const used = ['perigee', 'data'].flatMap((name) =>
    Object.keys(services[name]?.environment ?? {}),
  );
  expect(used.length).toBeGreaterThan(6);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  const [, program = ''] = services['data']?.command ?? [];
  expect(existsSync(program)).toBe(true);
});

test('alert rules name data sources that are provisioned, and each has an id of its own', () => {
  const { datasources } = parse(readSources()) as { datasources: { uid: string }[] };
  const { groups } = parse(readFileSync(join(provisioning, 'alerting/perigee.yml'), 'utf8')) as {
    groups: {
      rules: { uid: string; condition: string; data: { refId: string; datasourceUid: string }[] }[];
    }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const known = new Set([...datasources.map(({ uid }) => uid), '__expr__']);
  for (const { condition, data } of rules) {
    expect(data.filter(({ datasourceUid }) => !known.has(datasourceUid))).toEqual([]);
    expect(data.map(({ refId }) => refId)).toContain(condition);
  }
  expect(new Set(rules.map(({ uid }) => uid)).size).toBe(rules.length);
});

test('the page names every dashboard and every rule', () => {
  const page = readFileSync('docs/grafana.md', 'utf8');
  const dashboards = dashboardNames.map((name) => readDashboard(name).title);
  const rules = readFileSync(join(provisioning, 'alerting/perigee.yml'), 'utf8');
  const { groups } = parse(rules) as { groups: { rules: { title: string }[] }[] };
  const titles = [
    ...dashboards,
    ...groups.flatMap((group) => group.rules.map((rule) => rule.title)),
  ];
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter((title) => !page.includes(`| ${title} `))).toEqual([]);
});
