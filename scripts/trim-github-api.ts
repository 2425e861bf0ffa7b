/**
 * Writes what the tests need of GitHub's description of its API to test/servers/github/api.json, from a copy of it:
 * `npx node scripts/trim-github-api.ts <api.github.com.json> [name …]`, of the package @octokit/openapi. It keeps what is
 * named in the file, and adds what you name: an operation (`get /app`), a webhook (`push`), an example (`example:commit`).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { requireNode } from './require-node.ts';

type Json = Record<string, unknown>;

interface Description {
  info: { version: string };
  paths: Record<string, Json>;
  'x-webhooks': Record<string, Json>;
  components: Record<string, Json>;
}

/** What no judge of requests and answers reads. */
const words = new Set([
  ...['description', 'summary', 'externalDocs', 'x-github', 'tags', 'operationId', 'example'],
  ...['examples', 'title'],
]);

function listNames({ paths, components, ...written }: Description): string[] {
  const ofPath = ([path, methods]: [string, Json]): string[] =>
    Object.keys(methods).map((method) => `${method} ${path}`);
  return [
    ...Object.entries(paths).flatMap(ofPath),
    ...Object.keys(written['x-webhooks']),
    ...Object.keys(components['examples'] ?? {}).map((name) => `example:${name}`),
  ];
}

function trim(whole: Description, names: readonly string[]): Json {
  const paths: Record<string, Json> = {};
  const webhooks: Json = {};
  const examples: Json = {};
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    const example = /^example:(.*)/.exec(name)?.[1];
    const operation = path === '' ? whole['x-webhooks'][name] : whole.paths[path]?.[method];
    const found = example === undefined ? operation : whole.components['examples']?.[example];
    if (found === undefined) throw new Error(`GitHub has no ${name}`);
    if (example !== undefined) examples[example] = found;
    else if (path === '') webhooks[name] = withoutWords(found);
    else paths[path] = { ...paths[path], [method]: withoutWords(found) };
  }
  const components: Record<string, Json> = { schemas: {}, parameters: {}, responses: {} };
  const open = listReferences([paths, webhooks]);
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    const [kind = '', name = ''] = one.split('/').slice(2);
    const kept = components[kind];
    if (kept === undefined || name in kept) continue;
    kept[name] = withoutWords(whole.components[kind]?.[name]);
    open.push(...listReferences(kept[name]));
  }
  return {
    info: { version: whole.info.version, source: '@octokit/openapi, MIT' },
    paths,
    'x-webhooks': webhooks,
    components: { ...components, examples },
  };
}

/** A property may have the name of such a word: then it is an object among properties. */
function withoutWords(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutWords(one));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => isProperties || !words.has(key));
  return Object.fromEntries(
    kept.map(([key, one]) => [key, withoutWords(one, !isProperties && key === 'properties')]),
  );
}

function listReferences(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"\$ref":"(#\/components\/[^"]+)"/g)].map(
    ([, reference = '']) => reference,
  );
}

/** JSON with a line for each path, webhook and component, so that a difference can be read. */
function print(value: Json, depth: number): string {
  const lines = Object.entries(value).map(([key, one]) => {
    const deeper = key === 'components' ? depth : depth - 1;
    return `${JSON.stringify(key)}: ${deeper > 0 ? print(one as Json, deeper) : JSON.stringify(one)}`;
  });
  return `{\n${lines.join(',\n')}\n}`;
}

requireNode('npx node scripts/trim-github-api.ts <api.github.com.json> [name …]');
const file = fileURLToPath(new URL('../test/servers/github/api.json', import.meta.url));
const read = (name: string): Description => JSON.parse(readFileSync(name, 'utf8')) as Description;
const [source = '', ...more] = process.argv.slice(2);
const trimmed = trim(read(source), [...listNames(read(file)), ...more]);
writeFileSync(file, `${print(trimmed, 2)}\n`);
