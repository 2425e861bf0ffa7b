import type { Documents } from './documents.ts';
import { documentLimits, parseJson, type TextLimits } from './json-text.ts';
import { explainSchemaErrors, type SchemaError, type Validator } from './schema-errors.ts';
import { formatJsonText } from './schema-words.ts';
import { type DocumentKind, documentVersion } from './schemas.ts';
import { UserError } from './user-error.ts';
import { validators as ofAllErrors } from './validators/all-errors.js';
import { validators as ofFirstError } from './validators/first-error.js';

export type { DocumentKind } from './schemas.ts';
export type { SchemaError } from './schema-errors.ts';

/** More than a person reads at once. */
const mostErrorsShown = 10;
/** Each error of a hostile document costs memory, so of a large one only the first is looked for. */
const largestWithAllErrors = 1_000_000;

/** The first error of a value against a schema of the contract; empty when it is valid. */
export function listSchemaErrors(kind: DocumentKind, value: unknown): SchemaError[] {
  return listErrors(ofFirstError[kind], value);
}

/**
 * All errors; for values of bounded size, since every one of them costs time. To look for all takes a valid value
 * twice as long as to look for one, so that is asked first.
 */
export function listAllSchemaErrors(kind: DocumentKind, value: unknown): SchemaError[] {
  const isValid = listSchemaErrors(kind, value).length === 0;
  return isValid ? [] : listErrors(ofAllErrors[kind], value);
}

function listErrors(validate: Validator, value: unknown): SchemaError[] {
  return validate(value) ? [] : (validate.errors ?? []);
}

/**
 * Turns JSON text that came from outside into a document.
 * @param where what to call its source in an error: a file, a topic and offset
 * @param limits of size and depth, judged before the text is parsed
 * @throws UserError naming the place inside the document and what was expected there
 */
export function parseDocument<K extends DocumentKind>(
  kind: K,
  text: string,
  where: string,
  limits: TextLimits = documentLimits,
): Documents[K] {
  const value = parseJson(text, where, limits);
  const isSmall = text.length <= largestWithAllErrors;
  return accept(kind, value, where, isSmall ? listAllSchemaErrors : listSchemaErrors);
}

/** The same for a value that is parsed already. */
export function checkDocument<K extends DocumentKind>(
  kind: K,
  value: unknown,
  where: string,
): Documents[K] {
  return accept(kind, value, where, listSchemaErrors);
}

function accept<K extends DocumentKind>(
  kind: K,
  value: unknown,
  where: string,
  listFaults: typeof listSchemaErrors,
): Documents[K] {
  refuseOtherVersion(kind, value, where);
  const faults = explainSchemaErrors(listFaults(kind, value), mostErrorsShown).map((fault) => {
    return { ...fault, place: formatPlace(fault.place) };
  });
  const [first, ...others] = faults;
  if (first === undefined) return value as Documents[K];
  throw new UserError({
    where: `${where}${first.place === '' ? '' : ` at ${first.place}`}`,
    seen: first.seen,
    expected: first.expected,
    also: others.map(
      ({ place, seen, expected }) => `${place === '' ? '' : `${place}: `}${seen}, not ${expected}`,
    ),
    remedy: `correct what wrote it: schemas/${kind}.schema.json says what belongs where`,
  });
}

/** A pointer is made of keys that others chose. */
function formatPlace(pointer: string): string {
  return /^[\w/.:-]{0,200}$/.test(pointer) ? pointer : formatJsonText(pointer, 200);
}

/** Before all else: a document of another kind or version is wrong in one place, not in a hundred. */
function refuseOtherVersion(kind: DocumentKind, value: unknown, where: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const { schema, version } = value as { schema?: unknown; version?: unknown };
  const mayLackSchema = kind === 'config' || kind === 'service' || kind === 'delivery';
  if (!mayLackSchema && schema !== `perigee/${kind}`) {
    if (typeof schema !== 'string' || !/^perigee\/[a-z-]{1,40}$/.test(schema)) return;
    throw new UserError({
      where: `${where} at /schema`,
      seen: `a ${schema} document`,
      expected: `perigee/${kind}`,
      remedy: `give the ${kind} instead`,
    });
  }
  if (typeof version !== 'number' || version <= documentVersion) return;
  throw new UserError({
    where: `${where} at /version`,
    seen: `version ${version} of the ${kind} format`,
    expected: `version ${documentVersion}, the newest that this Perigee reads`,
    remedy: 'upgrade Perigee: a newer one wrote this',
  });
}
