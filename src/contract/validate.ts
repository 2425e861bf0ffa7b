import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Aggregate, BuildEvent, Config, Profile, RunRecord, Verdict } from './documents.ts';
import { UserError } from './user-error.ts';
import aggregate from '../../schemas/aggregate.schema.json' with { type: 'json' };
import buildEvent from '../../schemas/build-event.schema.json' with { type: 'json' };
import config from '../../schemas/config.schema.json' with { type: 'json' };
import profile from '../../schemas/profile.schema.json' with { type: 'json' };
import runRecord from '../../schemas/run-record.schema.json' with { type: 'json' };
import terms from '../../schemas/terms.schema.json' with { type: 'json' };
import verdict from '../../schemas/verdict.schema.json' with { type: 'json' };

export interface DocumentTypes {
  profile: Profile;
  'run-record': RunRecord;
  'build-event': BuildEvent;
  aggregate: Aggregate;
  verdict: Verdict;
  config: Config;
}
export type DocumentKind = keyof DocumentTypes;

const schemaOf: Record<DocumentKind, object> = {
  profile,
  'run-record': runRecord,
  'build-event': buildEvent,
  aggregate,
  verdict,
  config,
};

const ajv = createAjv({ allErrors: false });
/** Only for what a person wrote by hand, where naming one error at a time would waste their time. */
const ajvOfAllErrors = createAjv({ allErrors: true });

function createAjv({ allErrors }: { allErrors: boolean }): Ajv2020 {
  const created = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    allErrors,
    verbose: true,
    strictRequired: false,
    strictTypes: false,
  });
  for (const schema of [terms, ...Object.values(schemaOf)]) created.addSchema(schema);
  return created;
}

export type SchemaError = ErrorObject;

/** The first error of a value against a schema of the contract; empty when it is valid. */
export function listSchemaErrors(kind: DocumentKind, value: unknown): SchemaError[] {
  return listErrors(ajv, kind, value);
}

/** All errors; for values of bounded size, since every one of them costs time. */
export function listAllSchemaErrors(kind: DocumentKind, value: unknown): SchemaError[] {
  return listErrors(ajvOfAllErrors, kind, value);
}

function listErrors(using: Ajv2020, kind: DocumentKind, value: unknown): SchemaError[] {
  const validate = using.getSchema(`${kind}.schema.json`) as ValidateFunction;
  return validate(value) ? [] : (validate.errors ?? []);
}

/**
 * Turns JSON text that came from outside into a document.
 * @param where what to call its source in an error: a file, a topic and offset
 * @throws UserError naming the place inside the document and what was expected there
 */
export function parseDocument<K extends DocumentKind>(
  kind: K,
  text: string,
  where: string,
): DocumentTypes[K] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UserError({
      where,
      seen: `not JSON: ${(cause as Error).message}`,
      expected: `a ${kind} document of Perigee`,
      remedy: 'write the file anew with perigee, or check that it was not cut off',
      cause,
    });
  }
  return checkDocument(kind, value, where);
}

/** The same for a value that is parsed already. */
export function checkDocument<K extends DocumentKind>(
  kind: K,
  value: unknown,
  where: string,
): DocumentTypes[K] {
  const errors = listSchemaErrors(kind, value);
  const first = errors[0];
  if (first === undefined) return value as DocumentTypes[K];
  throw new UserError({
    where: `${where}${first.instancePath === '' ? '' : ` at ${first.instancePath}`}`,
    seen: `${show(first.data)}`,
    expected: first.message ?? first.keyword,
    remedy: `see schemas/${kind}.schema.json`,
  });
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
