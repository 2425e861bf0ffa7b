import { resolveReference } from './schemas.ts';

/** A JSON Schema of an object that stands alone: `$defs` has all that it refers to. */
export interface ObjectSchema {
  type: 'object';
  properties?: Record<string, object>;
  required?: string[];
  [keyword: string]: unknown;
}

const ofFiles = new Set(['$schema', '$id', '$defs']);

/**
 * Makes a schema of an object stand alone, for readers that know no files.
 * @param resolve follows a reference of it
 */
export function bundleSchema(
  schema: object,
  resolve: (reference: string) => object = resolveReference,
): ObjectSchema {
  const $defs: Record<string, object> = {};
  const standAlone = (node: object): Record<string, unknown> => {
    const entries = Object.entries(node).filter(([key]) => !ofFiles.has(key));
    const copied = entries.map(([key, value]) => {
      return [key, key === '$ref' ? refer(String(value)) : copy(value)];
    });
    return Object.fromEntries(copied) as Record<string, unknown>;
  };
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    return typeof value === 'object' && value !== null ? standAlone(value) : value;
  };
  const refer = (reference: string): string => {
    const name = reference.replaceAll(/\W+/g, '_');
    if ($defs[name] === undefined) {
      $defs[name] = {};
      $defs[name] = standAlone(resolve(reference));
    }
    return `#/$defs/${name}`;
  };
  return { ...standAlone(schema), type: 'object', $defs };
}
