/** What Buildkite's own linter asks of a plugin, which is no package that could be installed here. */
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (path: string): string =>
  readFileSync(new URL(`../../buildkite-plugin/${path}`, import.meta.url), 'utf8');

const id = 'owner/perigee';
const plugin = parse(read('plugin.yml')) as Record<string, unknown>;
const readme = read('README.md');
const accepts = new Ajv({ allErrors: true, strictTypes: false }).compile(
  plugin['configuration'] as object,
);

interface Step {
  plugins?: (string | Record<string, unknown>)[];
}

/** The options that the examples of the README give the plugin, with the reference to it. */
const examples = [...readme.matchAll(/```ya?ml\n+(.*?)\n+```/gs)].flatMap(([, text = '']) => {
  const { steps } = parse(text) as { steps: Step[] };
  const entries = steps.flatMap(({ plugins = [] }) => plugins);
  return entries.flatMap((entry): [reference: string, options: unknown][] =>
    typeof entry === 'string' ? [[entry, null]] : Object.entries(entry),
  );
});

test('plugin.yml has what the linter asks for', () => {
  expect(Object.keys(plugin)).toEqual(
    expect.arrayContaining(['name', 'description', 'author', 'requirements', 'configuration']),
  );
  for (const key of ['name', 'description', 'author']) expect(plugin[key]).toMatch(/^\S/);
  expect(plugin['requirements']).toEqual(['bash', 'git']);
  expect(plugin['configuration']).toMatchObject({ additionalProperties: false });
});

test('every option is described, also below another one', () => {
  const list = (schema: unknown): [string, unknown][] =>
    Object.entries((schema as { properties?: object }).properties ?? {}).flatMap(
      ([name, option]) => [[name, option], ...list(option)],
    );
  const options = list(plugin['configuration']);
  expect(options.length).toBeGreaterThan(15);
  for (const [name, option] of options) {
    expect((option as Record<string, unknown>)['description'], name).toMatch(/^\S.*\.$/);
  }
});

test('the README has examples, each with options that plugin.yml allows', () => {
  expect(examples.length).toBeGreaterThanOrEqual(4);
  for (const [reference, options] of examples) {
    expect(reference).toMatch(new RegExp(`^${id}#v.+$`));
    expect(accepts(options), JSON.stringify(accepts.errors)).toBe(true);
  }
});

test('the examples name the version that there is', () => {
  const { version } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  ) as { version: string };
  expect(new Set(examples.map(([reference]) => reference))).toEqual(new Set([`${id}#v${version}`]));
});

test.each([
  ['an option that there is not', { shard: 1 }],
  ['a password in the pipeline', { kafka: { brokers: ['b:9092'], 'sasl-password': 'x' } }],
  ['a mode that there is not', { mode: 'measure' }],
  ['no brokers for Kafka', { kafka: { topic: 'builds' } }],
])('plugin.yml refuses %s', (_title, options) => {
  expect(accepts(options)).toBe(false);
});
