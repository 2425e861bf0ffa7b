import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtInMetrics } from '../../src/contract/metrics.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import schema from '../../schemas/config.schema.json' with { type: 'json' };

const text = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/```yaml\n([^]*?)```/g)].map(([, block]) => block ?? '');
const example = blocks.find((block) => block.includes('tests:')) ?? '';

const { test: testSchema, service, host, shards, limit, match, budget, gate } = schema.$defs;
const keys = [schema, testSchema, service, host, shards, limit, match, budget, gate].flatMap(
  ({ properties }) =>
    Object.entries(properties)
      .filter(([, value]) => !JSON.stringify(value).includes('goneHostSetting'))
      .map(([key]) => key),
);

test('the full example loads', () => {
  expect(parseSuite(example, 'perigee.yml').tests).toHaveLength(2);
});

test('every example of a part loads too', () => {
  const shards = blocks.find((block) => block.startsWith('shards:')) ?? '';
  expect(parseSuite(`${example}\n${shards}`, 'perigee.yml').shards.total).toBe(4);
  const budget = blocks.find((block) => block.startsWith('budget:')) ?? '';
  expect(parseSuite(`${example}\n${budget}`, 'perigee.yml').budget?.release).toBe(0.05);
  const gate = blocks.find((block) => block.startsWith('gate:')) ?? '';
  expect(parseSuite(`${example}\n${gate}`, 'perigee.yml').gate.runWithinMs).toBe(1_800_000);
});

test.each(keys)('the key %s is explained', (key) => {
  expect(text).toMatch(new RegExp(`^\\| \`${key}\` +\\|`, 'm'));
});

test.each(builtInMetrics.map(({ name, unit }) => [name, unit]))(
  'the metric %s is listed with its unit',
  (name, unit) => {
    const row = text
      .split('\n')
      .find((line) => line.startsWith(`| ${unit === 'ns' ? 'time' : unit} `));
    expect(row).toContain(`\`${name}\``);
  },
);
