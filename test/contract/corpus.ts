import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DocumentKind } from '../../src/contract/schemas.ts';

export const corpusFolder = fileURLToPath(new URL('../../schemas/examples/', import.meta.url));

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
];

/** The place of the one fault in each invalid example, as a JSON pointer; null when it is not JSON. */
export function readPlaces(kind: DocumentKind): Record<string, string | null> {
  return JSON.parse(readFileSync(join(corpusFolder, kind, 'expected.json'), 'utf8')) as Record<
    string,
    string | null
  >;
}

export function listExamples(kind: DocumentKind, side: 'valid' | 'invalid'): string[] {
  return readdirSync(join(corpusFolder, kind, side)).sort();
}

export function readExample(kind: DocumentKind, side: 'valid' | 'invalid', file: string): string {
  return readFileSync(join(corpusFolder, kind, side, file), 'utf8');
}
