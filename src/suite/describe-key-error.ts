import { builtInMetrics } from '../contract/metrics.ts';
import type { SchemaError } from '../contract/validate.ts';
import { allSchemas, resolveReference } from '../contract/schemas.ts';
import { nearestName, suggestName } from './nearest-name.ts';
import { childPointer, offsetOf, offsetOfKey, type Places, type SuiteProblem } from './places.ts';
import { showOneOf, showText } from './show-value.ts';

interface PropertySchema {
  $ref?: string;
  description?: string;
}

/** What the schema says of a map, as far as errors need it. */
interface MapSchema {
  title?: string;
  properties?: Record<string, PropertySchema>;
  propertyNames?: { description?: string };
}

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

export function describeKeyError(error: SchemaError, places: Places): SuiteProblem {
  const schema = error.parentSchema as MapSchema;
  const params = error.params as Record<string, string>;
  if (error.keyword === 'required') {
    return missingKey(params['missingProperty'] ?? '', schema, error.instancePath, places);
  }
  if (error.keyword === 'additionalProperties') {
    return unknownKey(params['additionalProperty'] ?? '', schema, error.instancePath, places);
  }
  return misnamedKey(params['propertyName'] ?? '', schema, error.instancePath, places);
}

function missingKey(key: string, schema: MapSchema, pointer: string, places: Places): SuiteProblem {
  const description = describeProperty(schema.properties?.[key]);
  return {
    offset: offsetOf(places, pointer),
    seen: `"${key}" is missing in ${nameOfMap(schema)}`,
    ...(description && { expected: `${key}: ${withoutFullStop(description)}` }),
  };
}

/** In its own words, or in those of what it refers to. */
function describeProperty({ description, $ref }: PropertySchema = {}): string | undefined {
  return description ?? ($ref === undefined ? undefined : resolveReference($ref).description);
}

function unknownKey(key: string, schema: MapSchema, pointer: string, places: Places): SuiteProblem {
  const known = Object.keys(schema.properties ?? {});
  const elsewhere = mapsWithKeys.find(
    ({ properties }) => properties && Object.hasOwn(properties, key),
  );
  const remedy = suggestName(
    key,
    known,
    elsewhere && `"${key}" is a key of ${nameOfMap(elsewhere)}: move it there`,
  );
  return {
    offset: offsetOfKey(places, childPointer(pointer, key)),
    seen: `${showText(key)} is not a key of ${nameOfMap(schema)}`,
    expected: showOneOf(known),
    ...(remedy && { remedy }),
  };
}

function misnamedKey(
  key: string,
  schema: MapSchema,
  pointer: string,
  places: Places,
): SuiteProblem {
  const isMetric = pointer === '/thresholds/defaults';
  const remedy = isMetric
    ? suggestName(
        key,
        builtInMetrics.map(({ name }) => name),
      )
    : undefined;
  return {
    offset: offsetOfKey(places, childPointer(pointer, key)),
    seen: `${showText(key)} is not a name that ${nameOfMap(schema)} can hold`,
    expected: withoutFullStop(schema.propertyNames?.description ?? 'a name'),
    ...(remedy && { remedy }),
  };
}

const config = allSchemas.find(({ $id }) => $id === 'config.schema.json');
const mapsWithKeys: readonly MapSchema[] = [config ?? {}, ...Object.values(config?.$defs ?? {})];

const nameOfTitle: Readonly<Record<string, string>> = {
  Config: 'perigee.yml',
  Test: 'a test',
  Service: 'a service',
  Shards: '"shards"',
  Pins: '"pins"',
  Thresholds: '"thresholds"',
  Gate: '"gate"',
  Limit: 'a default threshold',
  Rule: 'a rule',
  Match: '"match"',
  WorseBoth: '"worse"',
  Environment: '"environment"',
  Annotations: '"annotations"',
  MetricLimits: '"defaults"',
};

/** What a map is called in an error. */
export function nameOfMap({ title }: { title?: string }): string {
  return (title && nameOfTitle[title]) ?? 'this map';
}

/** A description of the schema, to be put in the middle of a sentence. */
export function withoutFullStop(description: string): string {
  // Of several sentences the first says what it is.
  const text = description.replace(/\.( [A-Z].*)?$/, '');
  return /^[A-Z][a-z ]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
