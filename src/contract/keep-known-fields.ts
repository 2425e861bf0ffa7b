import type { Documents } from './documents.ts';
import { allSchemas, type DocumentKind, resolveReference, type SchemaNode } from './schemas.ts';

/** A part of a schema, as far as it says what there may be. */
interface Shape extends SchemaNode {
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  additionalProperties?: unknown;
}

/**
 * Takes out of a valid document what its schema does not name. Any amount of it is valid, and nobody reads it: it
 * would only take memory for as long as the document is kept.
 */
export function keepKnownFields<K extends DocumentKind>(
  kind: K,
  document: Documents[K],
): Documents[K] {
  const root = allSchemas.find(({ $id }) => $id === `${kind}.schema.json`);
  if (root !== undefined) keepIn(document, root);
  return document;
}

function keepIn(value: unknown, node: Shape): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref, properties, items, additionalProperties } = node;
  if ($ref !== undefined) keepIn(value, resolveOnce($ref));
  else if (Array.isArray(value)) {
    if (items !== undefined) for (const each of value) keepIn(each, items);
  } else if (properties !== undefined && additionalProperties === undefined) {
    const fields = value as Record<string, unknown>;
    for (const key of Object.keys(fields)) {
      const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
      if (known === undefined) delete fields[key];
      else keepIn(fields[key], known);
    }
  }
}

const resolved = new Map<string, Shape>();

function resolveOnce(reference: string): Shape {
  const known = resolved.get(reference) ?? resolveReference(reference);
  resolved.set(reference, known);
  return known;
}
