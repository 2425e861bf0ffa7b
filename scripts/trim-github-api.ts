/**
 * Writes what the tests need of GitHub's description of its API to test/servers/github/api.json, from a copy of it:
 * `npx node scripts/trim-github-api.ts <api.github.com.json>`, of the package @octokit/openapi. A test that meets a path, a
 * webhook or an example which is not there says so: name it in test/servers/github/needed.json, and run this again.
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

interface Needed {
  /** `get /repos/{owner}/{repo}` */
  operations: string[];
  webhooks: string[];
  examples: string[];
}

/** What no judge of requests and answers reads. */
const words = new Set([
  ...['description', 'summary', 'externalDocs', 'x-github', 'tags', 'operationId', 'example'],
  ...['examples', 'title'],
]);

function trim(whole: Description, needed: Needed): Json {
  const paths: Record<string, Json> = {};
  for (const operation of needed.operations) {
    const [method = '', path = ''] = operation.split(' ');
    const found = whole.paths[path]?.[method];
    if (found === undefined) throw new Error(`GitHub has no ${operation}`);
    paths[path] = { ...paths[path], [method]: withoutWords(found) };
  }
  const webhooks = Object.fromEntries(
    needed.webhooks.map((name) => {
      const found = whole['x-webhooks'][name];
      if (found === undefined) throw new Error(`GitHub has no webhook ${name}`);
      return [name, withoutWords(found)];
    }),
  );
  const components: Record<string, Json> = { schemas: {}, parameters: {}, responses: {} };
  const examples = Object.fromEntries(
    needed.examples.map((name) => [name, whole.components['examples']?.[name]]),
  );
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

/** JSON with a line for each entry of the outer objects, so that a difference can be read. */
function print(value: Json, depth: number): string {
  const isDeeper = (one: unknown): one is Json => typeof one === 'object' && depth > 1;
  const lines = Object.entries(value).map(
    ([key, one]) =>
      `${JSON.stringify(key)}: ${isDeeper(one) ? print(one, depth - 1) : JSON.stringify(one)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
}

requireNode('npx node scripts/trim-github-api.ts <api.github.com.json>');
const folder = fileURLToPath(new URL('../test/servers/github/', import.meta.url));
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const [source = ''] = process.argv.slice(2);
const trimmed = trim(read(source) as Description, read(`${folder}needed.json`) as Needed);
writeFileSync(`${folder}api.json`, `${print(trimmed, 3)}\n`);
