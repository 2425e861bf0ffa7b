import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';

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
