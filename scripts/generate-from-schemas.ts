/**
 * `npm run generate`: makes types and validators from schemas/. Git ignores them: `npm install` makes them, and
 * whatever needs them makes them again after a change of a schema.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { transform } from 'esbuild';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { allSchemas, resolveReference } from '../src/contract/schemas.ts';
import { generated } from './require-generated.ts';

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
  'delivery',
  'doctor',
  'history',
];
const banner = '/* Generated from schemas/ by `npm run generate`. Do not edit. */';

/** JSON of each schema, and of each part that another refers to → its reference. */
const references = new Map<string, string>();
for (const schema of allSchemas) {
  references.set(JSON.stringify(schema), String(schema.$id));
  for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)) {
    references.set(JSON.stringify(resolveReference(reference)), reference);
  }
}

const typesOfValidators = `${banner}
import type { Validator } from '../schema-errors.ts';
import type { DocumentKind } from '../schemas.ts';

export declare const validators: Readonly<Record<DocumentKind, Validator>>;
`;

const read = (file: string): JSONSchema =>
  JSON.parse(readFileSync(new URL(file, schemas), 'utf8')) as JSONSchema;

/** The compiler keeps apart what two files share; one schema that holds all documents makes each type once. */
const all: JSONSchema = {
  title: 'Documents',
  description: 'Every document of the contract.',
  type: 'object',
  additionalProperties: false,
  required: documents,
  properties: Object.fromEntries(documents.map((name) => [name, { $ref: `${name}.schema.json` }])),
};

/** The answers of the API: what its OpenAPI document has below `components`. */
const { components } = JSON.parse(
  readFileSync(new URL('explorer.openapi.json', schemas), 'utf8').replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  ),
) as { components: { schemas: Record<string, JSONSchema> } };
const answers: JSONSchema = {
  title: 'Answers',
  description: 'Every answer of the API.',
  type: 'object',
  additionalProperties: false,
  required: Object.keys(components.schemas),
  properties: Object.fromEntries(
    Object.keys(components.schemas).map((name) => [name, { $ref: `#/$defs/${name}` }]),
  ),
  $defs: components.schemas,
};

write(generated.documents, await makeTypes(all));
write(generated.answers, await makeTypes(answers));
for (const allErrors of [false, true]) {
  const file = allErrors ? generated.allErrors : generated.firstError;
  write(file, await makeValidators(allErrors));
  write(file.replace(/\.js$/, '.d.ts'), typesOfValidators);
}

function makeTypes(schema: JSONSchema): Promise<string> {
  return compile(schema, String(schema.title), {
    cwd: fileURLToPath(schemas),
    bannerComment: banner,
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
}

/** `$id` would change how relative references resolve. */
function dropIds(schema: JSONSchema): JSONSchema {
  const { $id: _id, ...rest } = schema;
  return rest;
}

/** A module of one function for each kind of document. It names schemas instead of repeating them. */
async function makeValidators(allErrors: boolean): Promise<string> {
  const ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors,
    discriminator: true,
    verbose: true,
    strictRequired: false,
    strictTypes: false,
    // schema-errors.ts writes the messages that people read.
    messages: false,
    code: { source: true, esm: true, lines: true },
  });
  for (const schema of allSchemas) ajv.addSchema(schema);
  const names = Object.fromEntries(documents.map((kind, index) => [`kind${index}`, kind]));
  const ids = Object.fromEntries(
    Object.entries(names).map(([name, kind]) => [name, `${kind}.schema.json`]),
  );
  const code = standalone
    .default(ajv, ids)
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', 'countCharacters')
    .replaceAll(/^const (schema\d+) = (\{.*\});$/gm, (_, name: string, json: string) => {
      const reference = references.get(json);
      if (reference === undefined) throw new Error(`nothing refers to ${json}`);
      return `const ${name} = resolveReference('${reference}');`;
    })
    // No program reads these paths, and they are a sixth of the code.
    .replaceAll(/schemaPath:"(?:[^"\\]|\\.)*",/g, '');
  if (code.includes('require(')) throw new Error('a keyword needs more of ajv than is generated');
  const entries = Object.entries(names).map(([name, kind]) => `'${kind}': ${name}`);
  const { code: small } = await transform(
    `import { countCharacters } from '../schema-errors.ts';
    import { resolveReference } from '../schemas.ts';
    ${code}
    export const validators = { ${entries.join(', ')} };`,
    { minify: true, format: 'esm', target: 'node20' },
  );
  return `${banner}\n${small}`;
}

/** Another process never reads half of it. */
function write(target: string, text: string): void {
  const file = fileURLToPath(new URL(`../${target}`, import.meta.url));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
