/** What Buildkite's own linter asks of a plugin, which is no package that could be installed here. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  isAllowed,
  listBlocks,
  listOptions,
  listUses,
  plugin,
  readPipeline,
} from './read-plugin.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const id = 'owner/perigee';
const pages = ['buildkite-plugin/README.md', 'docs/buildkite.md', 'docs/buildkite-bot.md'];

/** The pipelines that a page shows. */
const listPipelines = (page: string): string[] =>
  listBlocks(read(page)).filter((text) => /^steps:/m.test(text));

test('plugin.yml has what the linter asks for', () => {
  expect(Object.keys(plugin)).toEqual(
    expect.arrayContaining(['name', 'description', 'author', 'requirements', 'configuration']),
  );
  for (const key of ['name', 'description', 'author']) expect(plugin[key]).toMatch(/^\S/);
  expect(plugin['requirements']).toEqual(['bash', 'git']);
  expect(plugin.configuration).toMatchObject({ additionalProperties: false });
});

test('every option is described, also below another one', () => {
  const options = listOptions();
  expect(options.length).toBeGreaterThan(15);
  for (const [name, { description }] of options) expect(description, name).toMatch(/^\S.*\.$/);
});

test.each(pages)('%s has examples, each with options that plugin.yml allows', (page) => {
  const uses = listPipelines(page).flatMap((text) => listUses(readPipeline(text)));
  expect(uses.length).toBeGreaterThan(0);
  for (const [reference] of uses) expect(reference).toMatch(new RegExp(`^${id}#v.+$`));
});

test('the examples name the version that there is', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string };
  const uses = pages.flatMap(listPipelines).flatMap((text) => listUses(readPipeline(text)));
  expect(new Set(uses.map(([reference]) => reference))).toEqual(new Set([`${id}#v${version}`]));
});

test.each([
  ['an option that there is not', { shard: 1 }],
  ['a password in the pipeline', { kafka: { brokers: ['b:9092'], 'sasl-password': 'x' } }],
  ['a mode that there is not', { mode: 'measure' }],
  ['no brokers for Kafka', { kafka: { topic: 'builds' } }],
])('plugin.yml refuses %s', (_title, options) => {
  expect(isAllowed(options)).toBe(false);
});
