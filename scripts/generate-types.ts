/**
 * Writes src/contract/documents.ts and src/explorer/answers.ts from schemas/. `--check` compares instead, and fails on
 * a difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { format, type OxfmtConfig } from 'oxfmt';

const schemas = new URL('../schemas/', import.meta.url);
const documents = [
  'profile',
  'run-record',
  'build-event',
  'aggregate',
  'verdict',
  'config',
  'service',
  'observation',
  'gate-entry',
  'stored-build',
  'stored-alert',
];

const read = (file: string): JSONSchema =>
  JSON.parse(readFileSync(new URL(file, schemas), 'utf8')) as JSONSchema;

/** The compiler keeps apart what two files share; one schema that holds all documents makes each type once. */
const all: JSONSchema = {
  title: 'Documents',
  description: 'Every document of the contract. Generated from schemas/ by `npm run generate`.',
  type: 'object',
  additionalProperties: false,
  required: documents,
  properties: Object.fromEntries(documents.map((name) => [name, { $ref: `${name}.schema.json` }])),
};

const style = JSON.parse(
  readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'),
) as OxfmtConfig;

/** The answers of the API: what its OpenAPI document has below `components`. */
const { components } = JSON.parse(
  readFileSync(new URL('explorer.openapi.json', schemas), 'utf8').replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  ),
) as { components: { schemas: Record<string, JSONSchema> } };
const answers: JSONSchema = {
  title: 'Answers',
  description:
    'Every answer of the API. Generated from schemas/explorer.openapi.json by `npm run generate`.',
  type: 'object',
  additionalProperties: false,
  required: Object.keys(components.schemas),
  properties: Object.fromEntries(
    Object.keys(components.schemas).map((name) => [name, { $ref: `#/$defs/${name}` }]),
  ),
  $defs: components.schemas,
};

await write('src/contract/documents.ts', all);
await write('src/explorer/answers.ts', answers);

async function write(target: string, schema: JSONSchema): Promise<void> {
  const source = await compile(schema, String(schema.title), {
    cwd: schemas.pathname,
    bannerComment: '/* Generated from schemas/ by `npm run generate`. Do not edit. */',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true },
    $refOptions: {
      resolve: {
        schemas: {
          order: 1,
          canRead: /\.schema\.json$/,
          read: ({ url }: { url: string }) => {
            const file = url.slice(url.lastIndexOf('/') + 1);
            return dropIds(read(file));
          },
        },
      },
    },
  });
  const file = new URL(`../${target}`, import.meta.url);
  const { code: formatted } = await format('generated.ts', source, style);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, formatted);
  } else if (readFileSync(file, 'utf8') !== formatted) {
    console.error(
      `${target} differs from schemas/: run \`npm run generate\` and commit the result.`,
    );
    process.exit(1);
  }
}

/** `$id` would change how relative references resolve. */
function dropIds(schema: JSONSchema): JSONSchema {
  const { $id: _id, ...rest } = schema;
  return rest;
}
