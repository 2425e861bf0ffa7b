import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { createBotMetrics } from '../../bot/src/bot-metrics.ts';
import { createMetricRegistry } from '../../src/operations/metrics.ts';
import { createServiceMetrics } from '../../src/service/operations/service-metrics.ts';
import { variables } from '../../src/serving/settings/environment.ts';
import { parseSettings } from '../../src/suite/parse-settings.ts';

const page = readFileSync('docs/service-reference.md', 'utf8');

test('the page has every variable beside its key, and no other', () => {
  const rows = [...page.matchAll(/^\| `([\w.]+)` +\| `(PERIGEE_\w+)` *\|/gm)];
  const documented = rows.map(([, key, name]) => `${name} ${key}`);
  expect(documented.sort()).toEqual(
    variables.map(({ name, path }) => `${name} ${path.join('.')}`).sort(),
  );
});

test('the page has every metric, and no other', () => {
  const registry = createMetricRegistry();
  createServiceMetrics(registry);
  createBotMetrics(registry);
  const names = [...registry.render().matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
  const documented = [...page.matchAll(/^\| `((?:perigee|process)_\w+)` *\|/gm)];
  expect(documented.map(([, name]) => name).sort()).toEqual(names.sort());
});

test('the settings that docs/service.md shows are right', () => {
  const guide = readFileSync('docs/service.md', 'utf8');
  const example = /```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  expect(parseSettings(example, 'docs/service.md').events?.kafka?.brokers).toHaveLength(2);
});

test('the services of deploy/compose.yml are set up with variables that there are', () => {
  const compose = parse(readFileSync('deploy/compose.yml', 'utf8')) as {
    services: Record<string, { environment?: Record<string, string>; volumes?: string[] }>;
    volumes: Record<string, unknown>;
  };
  const known = new Set(variables.map(({ name }) => name));
  const used = Object.keys(compose.services['perigee']?.environment ?? {}).filter((name) =>
    name.startsWith('PERIGEE_'),
  );
  expect(used.length).toBeGreaterThan(4);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
  const named = Object.values(compose.services)
    .flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[0] ?? ''))
    .filter((name) => !name.startsWith('.'));
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
});
