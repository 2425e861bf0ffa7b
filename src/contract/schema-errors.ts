import {
  aboutSchema,
  describeSchema,
  formatOneOf,
  formatType,
  formatJsonValue,
} from './schema-words.ts';
import type { SchemaNode } from './schemas.ts';

/** One thing that is wrong with a value, as ajv reports it when it is asked to be verbose. */
export interface SchemaError {
  keyword: string;
  /** JSON pointer. */
  instancePath: string;
  params: object;
  propertyName?: string;
  /** The keyword's value, and the schema that it stands in. */
  schema?: unknown;
  parentSchema?: object;
  /** The value that was judged. */
  data?: unknown;
}

/** Judges a value. `errors` are those of the value that it refused last. */
export interface Validator {
  (value: unknown): boolean;
  errors?: SchemaError[] | null;
}

/** The length of a text as schemas mean it: a pair of surrogates counts once. */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** An error in words. */
export interface Explanation {
  /** JSON pointer; '' is the whole value. */
  place: string;
  seen: string;
  expected: string;
  /** The key that is missing at that place. */
  lacking?: string;
}

const wrappers = new Set(['if', 'propertyNames']);
const structural = new Set(['required', 'additionalProperties', 'minProperties', 'maxProperties']);

/** The errors of one value in words: each fault once, at most `limit` of them, in their order. */
export function explainSchemaErrors(errors: readonly SchemaError[], limit: number): Explanation[] {
  const unique = new Map<string, Explanation>();
  const telling = foldAlternatives(errors);
  for (const [place, error] of telling.entries()) {
    if (wrappers.has(error.keyword) && place > 0) continue;
    const explanation = explain(error);
    unique.set(`${explanation.place} ${explanation.seen}`, explanation);
    if (unique.size === limit) break;
  }
  return [...unique.values()];
}

/**
 * If a value may have several forms, ajv reports the faults for each form, and then that none fits. A form that the
 * value plainly has explains it; otherwise that none fits is all there is to say.
 */
export function foldAlternatives(errors: readonly SchemaError[]): SchemaError[] {
  const kept: SchemaError[] = [];
  for (const error of errors) {
    if (error.keyword !== 'anyOf') {
      kept.push(error);
      continue;
    }
    const place = error.instancePath;
    let first = kept.length;
    while (first > 0 && isAtOrBelow(kept[first - 1]?.instancePath ?? '', place)) first -= 1;
    const tried = kept.splice(first);
    const telling = tried.filter(
      (one) => one.instancePath !== place || structural.has(one.keyword),
    );
    const notOfType = tried.filter(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf');
    // Only one form has the type of the value: its faults count.
    if (telling.length === 0 && notOfType.length === 1) telling.push(...notOfType);
    kept.push(...(telling.length > 0 ? telling : [error]));
  }
  return kept;
}

function isAtOrBelow(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function explain(error: SchemaError): Explanation {
  const place = error.instancePath;
  const node = error.parentSchema as SchemaNode;
  const params = error.params as Record<string, unknown>;
  if (error.propertyName !== undefined) {
    return { place, seen: `the key ${formatJsonValue(error.propertyName)}`, expected: ask(error) };
  }
  switch (error.keyword) {
    case 'required': {
      const name = String(params['missingProperty']);
      const wanted = node.properties?.[name];
      const expected =
        wanted === undefined
          ? 'it, since the rest of the document asks for it'
          : describeSchema(wanted);
      return { place, seen: `${formatJsonValue(name)} is missing`, expected, lacking: name };
    }
    case 'additionalProperties': {
      const known = Object.keys(node.properties ?? {});
      const seen = `${formatJsonValue(params['additionalProperty'])} is not known here`;
      return { place, seen, expected: formatOneOf(known) };
    }
    case 'discriminator': {
      const [tag, seen] = [String(params['tag']), params['tagValue']];
      const known = node.oneOf?.map((form) => form.properties?.[tag]?.const) ?? [];
      return seen === undefined
        ? {
            place,
            seen: `${formatJsonValue(tag)} is missing`,
            expected: formatOneOf(known),
            lacking: tag,
          }
        : { place: `${place}/${tag}`, seen: formatJsonValue(seen), expected: formatOneOf(known) };
    }
    default:
      return { place, seen: formatJsonValue(error.data), expected: ask(error) };
  }
}

/** The demand of the keyword that failed. */
function ask(error: SchemaError): string {
  const node = error.parentSchema as SchemaNode;
  const about = aboutSchema(node);
  const value = String(error.schema);
  switch (error.keyword) {
    case 'type':
      return formatType(error.schema as string) + about;
    case 'minimum':
      return `at least ${value}${about}`;
    case 'maximum':
      return `at most ${value}${about}`;
    case 'exclusiveMinimum':
      return `more than ${value}${about}`;
    case 'minLength':
    case 'maxLength':
      return `${error.keyword === 'minLength' ? 'at least' : 'at most'} ${value} characters${about}`;
    case 'minItems':
    case 'maxItems':
      return `${error.keyword === 'minItems' ? 'at least' : 'at most'} ${value} in the list${about}`;
    case 'minProperties':
    case 'maxProperties':
      return `${error.keyword === 'minProperties' ? 'at least' : 'at most'} ${value} keys${about}`;
    case 'uniqueItems':
      return `each only once${about}`;
    case 'pattern':
      return about === '' ? `text that fits ${value}` : `text${about}`;
    default:
      return describeSchema(node);
  }
}
