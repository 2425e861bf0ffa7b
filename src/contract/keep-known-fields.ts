import type { Documents } from './documents.ts';
import { allSchemas, type DocumentKind, resolveReference, type SchemaNode } from './schemas.ts';

/** A part of a schema, as far as it says what there may be. */
interface Shape extends SchemaNode {
  items?: Shape;
  properties?: Readonly<Record<string, Shape>>;
  additionalProperties?: unknown;
}

/**
 * Takes out of a valid document what its schema does not name. Any amount of it is valid but unused: it
 * would only take memory for as long as the document is kept.
 */
export function keepKnownFields<K extends DocumentKind>(
  kind: K,
  document: Documents[K],
): Kept<Documents[K]> {
  const root = allSchemas.find(({ $id }) => $id === `${kind}.schema.json`);
  return { document, isUnchanged: root === undefined || keepIn(document, root) };
}

export interface Kept<T> {
  document: T;
  /** Its schema names all that is in it. */
  isUnchanged: boolean;
}

/**
 * Looks into lists and fields only if their schema names fields of them.
 * @returns whether nothing was taken out
 */
function keepIn(value: unknown, node: Shape): boolean {
  let isUnchanged = true;
  if (typeof value !== 'object' || value === null) return isUnchanged;
  const { items, fields } = readShape(node);
  if (Array.isArray(value)) {
    if (items === undefined) return isUnchanged;
    for (const each of value) if (!keepIn(each, items)) isUnchanged = false;
  } else if (fields !== undefined) {
    const own = value as Record<string, unknown>;
    for (const key in own) {
      const field = fields.get(key);
      if (field === undefined) delete own[key];
      if (field === undefined || (field !== 'whole' && !keepIn(own[key], field)))
        isUnchanged = false;
    }
  }
  return isUnchanged;
}

/** The fields that a schema names within a value, read once. No schema of ours holds itself. */
interface KnownFields {
  items?: Shape | undefined;
  /** Name → its schema, or that nothing within has fields of its own. */
  fields?: ReadonlyMap<string, Shape | 'whole'> | undefined;
}

const shapes = new WeakMap<Shape, KnownFields>();

function readShape(node: Shape): KnownFields {
  const known = shapes.get(node);
  if (known !== undefined) return known;
  const { $ref, properties, items, additionalProperties } = node;
  const shape: KnownFields = {};
  shapes.set(node, shape);
  if ($ref !== undefined) return Object.assign(shape, readShape(resolveReference($ref)));
  if (items !== undefined && !isWhole(items)) shape.items = items;
  if (properties !== undefined && additionalProperties === undefined) {
    const entries = Object.entries(properties);
    shape.fields = new Map(entries.map(([key, each]) => [key, isWhole(each) ? 'whole' : each]));
  }
  return shape;
}

function isWhole(node: Shape): boolean {
  const { items, fields } = readShape(node);
  return items === undefined && fields === undefined;
}
