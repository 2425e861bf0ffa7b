import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { keepKnownFields } from '../../src/contract/keep-known-fields.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { readExample } from './corpus.ts';

interface Node {
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  [key: string]: unknown;
}

const read = (name: string): Node =>
  JSON.parse(
    readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), 'utf8'),
  ) as Node;
const config = read('config');
const terms = read('terms');

test('an editor that has it and terms.schema.json beside it needs nothing else', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false })
    .addSchema(terms)
    .compile(config);
  expect(validate({ version: 1, suite: 's', tests: [{ name: 't', command: ['true'] }] })).toBe(
    true,
  );
  expect(validate({ version: 1, suite: 's', tests: [] })).toBe(false);
});

test('every field has a description to show while it is typed', () => {
  const fields = listFields(config, 'perigee.yml');
  expect(fields.length).toBeGreaterThan(40);
  const silent = fields.filter(({ node }) => describe(node) === undefined);
  expect(silent.map(({ path }) => path)).toEqual([]);
});

function listFields(node: unknown, path: string): { path: string; node: Node }[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = Object.entries((node as Node).properties ?? {});
  return [
    ...own.map(([name, field]) => ({ path: `${path}.${name}`, node: field })),
    ...Object.entries(node).flatMap(([key, inner]) => listFields(inner, `${path}/${key}`)),
  ];
}

function describe(node: Node): string | undefined {
  if (node.description !== undefined || node.$ref === undefined) return node.description;
  const [file, pointer = ''] = node.$ref.split('#');
  let found: unknown = file === '' ? config : terms;
  for (const step of pointer.split('/').slice(1)) found = (found as Node)[step];
  return describe(found as Node);
}

const text = readExample('run-record', 'valid', 'complete');
const readRecord = (changed: string) => parseDocument('run-record', changed, 'x');

test('a document as Perigee writes it keeps all of its fields', () => {
  expect(keepKnownFields('run-record', readRecord(text))).toEqual({
    document: readRecord(text),
    isUnchanged: true,
  });
});

test('what the schema does not name is taken out, at each level', () => {
  const record = JSON.parse(text) as { profiles: object[]; host: object };
  const [first, ...others] = record.profiles;
  const more = { unknown: [{ of: 'any' }] };
  const changed = {
    ...{ ...record, ...more },
    host: { ...record.host, ...more },
    profiles: [{ ...first, ...more }, ...others],
  };
  const valid = readRecord(JSON.stringify(changed));
  expect(JSON.stringify(valid)).toContain('unknown');
  expect(keepKnownFields('run-record', valid)).toEqual({
    document: readRecord(text),
    isUnchanged: false,
  });
});

test('names that people give stay: of metrics and annotations', () => {
  const record = readRecord(text);
  const span = record.profiles[0]?.spans[0];
  expect(span).toBeDefined();
  Object.assign(span!.annotations, { __proto: 'ours', constructor: 'x' });
  const { document, isUnchanged } = keepKnownFields('run-record', structuredClone(record));
  const [kept] = document.profiles;
  expect(kept?.spans[0]).toEqual(span);
  expect(isUnchanged).toBe(true);
});
