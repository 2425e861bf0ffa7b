/** Writes src/contract/documents.ts from schemas/. `--check` compares instead, and fails on a difference. */
import { readFileSync, writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { format, type OxfmtConfig } from 'oxfmt';

const target = new URL('../src/contract/documents.ts', import.meta.url);
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

const source = await compile(all, 'Documents', {
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

const style = JSON.parse(
  readFileSync(new URL('../.oxfmtrc.json', import.meta.url), 'utf8'),
) as OxfmtConfig;
const { code: formatted } = await format('documents.ts', source, style);

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== formatted) {
    console.error(
      'src/contract/documents.ts differs from schemas/: run `npm run generate` and commit the result.',
    );
    process.exit(1);
  }
} else {
  writeFileSync(target, formatted);
}

/** `$id` would change how relative references resolve. */
function dropIds(schema: JSONSchema): JSONSchema {
  const { $id: _id, ...rest } = schema;
  return rest;
}
