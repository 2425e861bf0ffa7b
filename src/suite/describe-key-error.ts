import { builtInMetrics } from '../contract/metrics.ts';
import type { SchemaError } from '../contract/validate.ts';
import { resolveReference } from '../contract/schemas.ts';
import { findHome, type MapSchema, nameOfMap } from './homes-of-keys.ts';
import { nearestName, suggestName } from './nearest-name.ts';
import { childPointer, type Effort, type SuiteProblem } from './places.ts';
import { whoHoldsBack } from './remedy-of-type.ts';
import { formatOneOf, formatText } from './format-value.ts';

type PropertySchema = NonNullable<MapSchema['properties']>[string];

/** With such a key people try to turn the gate off, or on. */
const isSwitch = /^(enabled?|disabled?|active|on|off|required|block|blocking)$/i;
const keyKeywords = ['additionalProperties', 'required', 'propertyNames'];

/** Whether the error is about a key: an unknown, a missing or a misnamed one. */
export function isKeyError({ keyword }: SchemaError): boolean {
  return keyKeywords.includes(keyword);
}

/** The known key that an unknown one was probably meant to be. */
export function meantKey({ keyword, params, parentSchema }: SchemaError): string | undefined {
  if (keyword !== 'additionalProperties') return undefined;
  const { additionalProperty } = params as { additionalProperty: string };
  return nearestName(additionalProperty, Object.keys((parentSchema as MapSchema).properties ?? {}));
}

export function describeKeyError(error: SchemaError): SuiteProblem {
  const schema = error.parentSchema as MapSchema;
  const params = error.params as Record<string, string>;
  if (error.keyword === 'required') {
    return missingKey(params['missingProperty'] ?? '', schema, error.instancePath);
  }
  if (error.keyword === 'additionalProperties') {
    return unknownKey(params['additionalProperty'] ?? '', schema, error.instancePath);
  }
  return misnamedKey(params['propertyName'] ?? '', schema, error.instancePath);
}

function missingKey(key: string, schema: MapSchema, at: string): SuiteProblem {
  const description = describeProperty(schema.properties?.[key]);
  return {
    at,
    seen: `"${key}" is missing in ${nameOfMap(schema)}`,
    ...(description && { expected: `${key}: ${withoutFullStop(description)}` }),
  };
}

/** In its own words, or in those of what it refers to. */
function describeProperty({ description, $ref }: PropertySchema = {}): string | undefined {
  return description ?? ($ref === undefined ? undefined : resolveReference($ref).description);
}

function unknownKey(key: string, schema: MapSchema, pointer: string): SuiteProblem {
  const known = Object.keys(schema.properties ?? {});
  return {
    at: { key: childPointer(pointer, key) },
    seen: `${formatText(key)} is not a key of ${nameOfMap(schema)}`,
    expected: formatOneOf(known),
    remedy: (effort) => suggestName(key, known, findPlace(key, schema), effort),
  };
}

function findPlace(key: string, schema: MapSchema): string | undefined {
  const home = findHome(key, schema);
  if (home !== undefined) return `"${key}" is a key of ${home}: move it there`;
  return schema.title === 'Gate' && isSwitch.test(key) ? `take it out: ${whoHoldsBack}` : undefined;
}

function misnamedKey(key: string, schema: MapSchema, pointer: string): SuiteProblem {
  const isMetric = pointer === '/thresholds/defaults';
  const metrics = (): string[] => builtInMetrics.map(({ name }) => name);
  return {
    at: { key: childPointer(pointer, key) },
    seen: `${formatText(key)} is not a name that ${nameOfMap(schema)} can hold`,
    expected: withoutFullStop(schema.propertyNames?.description ?? 'a name'),
    ...(isMetric && {
      remedy: (effort: Effort) => suggestName(key, metrics(), undefined, effort),
    }),
  };
}

/** A description of the schema, to be put in the middle of a sentence. */
export function withoutFullStop(description: string): string {
  // The first of several sentences says what it is.
  const text = description.replace(/\.( [A-Z].*)?$/, '');
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
