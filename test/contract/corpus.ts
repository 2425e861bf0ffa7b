import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { applyPatch, type Operation } from 'rfc6902';
import type { DocumentKind } from '../../src/contract/schemas.ts';

export const kinds: readonly DocumentKind[] = [
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

type Example = (
  | { document: unknown }
  /** A JSON Patch (RFC 6902) on a valid example: the first of its file unless it names one. */
  | { of?: string; patch: Operation[] }
  /** What no document can hold, or is no JSON. */
  | { text: string }
) & {
  /**
   * Of the one fault in an invalid example, a JSON pointer; null when it is not JSON. Absent where a patch makes the
   * fault right there.
   */
  place?: string | null;
};

type Side = 'valid' | 'invalid';

const read = new Map<string, Record<string, Example>>();

function readExamples(kind: DocumentKind, side: Side): Record<string, Example> {
  const name = `${kind}.${side}.json`;
  const file = fileURLToPath(new URL(`../../schemas/examples/${name}`, import.meta.url));
  const known = read.get(name);
  const examples = known ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Example>);
  read.set(name, examples);
  return examples;
}

/** By name: the place of the one fault in each invalid example. */
export function readPlaces(kind: DocumentKind): Record<string, string | null> {
  const all = Object.entries(readExamples(kind, 'invalid'));
  return Object.fromEntries(all.map(([name, example]) => [name, placeOf(example)]));
}

function placeOf(example: Example): string | null {
  if (example.place !== undefined) return example.place;
  const first = 'patch' in example ? example.patch[0] : undefined;
  if (first === undefined) throw new Error('an invalid example has to name the place of its fault');
  return first.path;
}

export function listExamples(kind: DocumentKind, side: Side): string[] {
  return Object.keys(readExamples(kind, side));
}

/** @returns the text of a document */
export function readExample(kind: DocumentKind, side: Side, name: string): string {
  const example = readExamples(kind, side)[name];
  if (example === undefined) throw new Error(`no example ${name} of ${kind}`);
  if ('text' in example) return example.text;
  if ('document' in example) return JSON.stringify(example.document, undefined, 2);
  const [first = ''] = listExamples(kind, 'valid');
  const document: unknown = JSON.parse(readExample(kind, 'valid', example.of ?? first));
  const faults = applyPatch(document, example.patch).filter((fault) => fault !== null);
  if (faults.length > 0) throw new Error(`the patch of ${name} of ${kind}: ${faults.join(', ')}`);
  return JSON.stringify(document, undefined, 2);
}
