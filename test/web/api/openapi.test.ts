import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { addressOf, apiRoot } from '../../../src/web/api/addresses.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
  schema: { type?: string; maximum?: number; maxLength?: number; enum?: unknown; pattern?: string };
}

const document = JSON.parse(
  readFileSync(new URL('../../../schemas/explorer.openapi.json', import.meta.url), 'utf8'),
) as {
  servers: { url: string }[];
  paths: Record<
    string,
    { get: { operationId: string; parameters: (Parameter | { $ref: string })[] } }
  >;
  components: { schemas: Record<string, object>; parameters: Record<string, Parameter> };
};

test('every schema of an answer compiles in strict mode', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: true, allowUnionTypes: true });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'api', components: document.components });
  const names = Object.keys(document.components.schemas);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    expect(ajv.getSchema(`api#/components/schemas/${name}`), name).toBeTypeOf('function');
  }
});

test('every parameter has a limit', () => {
  const own = Object.values(document.paths).flatMap(({ get }) => get.parameters);
  const parameters = [
    ...Object.values(document.components.parameters),
    ...own.flatMap((one) => ('$ref' in one ? [] : [one])),
  ];
  const unlimited = parameters.filter(({ schema }) => {
    const { type, maximum, maxLength, enum: words, pattern } = schema;
    if (words !== undefined) return false;
    return type === 'integer' ? maximum === undefined : (maxLength ?? pattern) === undefined;
  });
  expect(unlimited).toEqual([]);
});

test('there is a function for the address of each operation, and the other way round', () => {
  const build = { suite: 'a/b', runId: 'r?1' };
  const made: Record<keyof typeof addressOf, string> = {
    listRepositories: addressOf.listRepositories(),
    readOverview: addressOf.readOverview('a/b'),
    listSeries: addressOf.listSeries('a/b', { text: 'x&y', limit: 5, suite: undefined }),
    readSeries: addressOf.readSeries('a/b', 'id'),
    listBuilds: addressOf.listBuilds('a/b'),
    readBuild: addressOf.readBuild('a/b', build),
    compareCommits: addressOf.compareCommits('a/b', { before: 'c', after: 'd' }),
    listAlerts: addressOf.listAlerts('a/b'),
    readMachines: addressOf.readMachines('a/b'),
    readGate: addressOf.readGate('a/b', { days: 7 }),
  };
  expect(document.servers).toEqual([{ url: apiRoot }]);
  const operations = Object.entries(document.paths).map(([path, { get }]) => {
    return [get.operationId, path] as const;
  });
  expect(new Set(Object.keys(made))).toEqual(new Set(operations.map(([id]) => id)));
  for (const [id, path] of operations) {
    const pattern = `^${apiRoot}${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?.*)?$`;
    expect(made[id as keyof typeof made]).toMatch(new RegExp(pattern));
  }
  expect(made.listSeries).toBe('/api/v1/repositories/a%2Fb/series?text=x%26y&limit=5');
});
