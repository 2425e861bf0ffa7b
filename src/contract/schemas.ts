import aggregate from '../../schemas/aggregate.schema.json' with { type: 'json' };
import buildEvent from '../../schemas/build-event.schema.json' with { type: 'json' };
import config from '../../schemas/config.schema.json' with { type: 'json' };
import delivery from '../../schemas/delivery.schema.json' with { type: 'json' };
import doctor from '../../schemas/doctor.schema.json' with { type: 'json' };
import gateEntry from '../../schemas/gate-entry.schema.json' with { type: 'json' };
import history from '../../schemas/history.schema.json' with { type: 'json' };
import observation from '../../schemas/observation.schema.json' with { type: 'json' };
import profile from '../../schemas/profile.schema.json' with { type: 'json' };
import runRecord from '../../schemas/run-record.schema.json' with { type: 'json' };
import service from '../../schemas/service.schema.json' with { type: 'json' };
import storedAlert from '../../schemas/stored-alert.schema.json' with { type: 'json' };
import storedBuild from '../../schemas/stored-build.schema.json' with { type: 'json' };
import terms from '../../schemas/terms.schema.json' with { type: 'json' };
import verdict from '../../schemas/verdict.schema.json' with { type: 'json' };
import type { Documents } from './documents.ts';

export type DocumentKind = keyof Documents;

/** A part of a schema, as far as an explanation needs it. */
export interface SchemaNode {
  $id?: string;
  $ref?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly SchemaNode[];
  oneOf?: readonly SchemaNode[];
  properties?: Readonly<Record<string, SchemaNode>>;
  $defs?: Readonly<Record<string, SchemaNode>>;
}

const files: readonly { $id: string }[] = [
  terms,
  profile,
  runRecord,
  buildEvent,
  aggregate,
  verdict,
  config,
  service,
  observation,
  storedBuild,
  storedAlert,
  gateEntry,
  delivery,
  doctor,
  history,
];

/** Every reference names its file, so that a part of a schema can be read without knowing its place. */
export const allSchemas: readonly SchemaNode[] = files.map(
  (file) =>
    JSON.parse(JSON.stringify(file), (key, value: unknown) =>
      key === '$ref' && typeof value === 'string' && value.startsWith('#')
        ? `${file.$id}${value}`
        : value,
    ) as SchemaNode,
);

/** The version of the documents that this Perigee reads and writes. */
export const documentVersion = 1;

/** Follows a reference of `allSchemas`, such as `terms.schema.json#/$defs/name`. */
export function resolveReference(reference: string): SchemaNode {
  const [file, pointer = ''] = reference.split('#');
  let node: unknown = allSchemas.find((schema) => schema.$id === file);
  for (const step of pointer.split('/').slice(1)) {
    node = (node as Record<string, unknown> | undefined)?.[step];
  }
  if (node === undefined) throw new Error(`the schemas hold no ${reference}`);
  return node as SchemaNode;
}
