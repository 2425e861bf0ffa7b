import { expect, test } from 'vitest';
import { keepKnownFields } from '../../src/contract/keep-known-fields.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { readExample } from './corpus.ts';

const text = readExample('run-record', 'valid', 'complete');
const read = (changed: string) => parseDocument('run-record', changed, 'x');

test('a document as Perigee writes it keeps all of its fields', () => {
  expect(keepKnownFields('run-record', read(text))).toEqual({
    document: read(text),
    isUnchanged: true,
  });
});

test('what the schema does not name is taken out, at each level', () => {
  const record = JSON.parse(text) as { profiles: object[]; host: object };
  const [first, ...others] = record.profiles;
  const more = { unknown: [{ of: 'any' }] };
  const changed = {
    ...{ ...record, ...more },
    host: { ...record.host, ...more },
    profiles: [{ ...first, ...more }, ...others],
  };
  const valid = read(JSON.stringify(changed));
  expect(JSON.stringify(valid)).toContain('unknown');
  expect(keepKnownFields('run-record', valid)).toEqual({
    document: read(text),
    isUnchanged: false,
  });
});

test('names that people give stay: of metrics and annotations', () => {
  const record = read(text);
  const span = record.profiles[0]?.spans[0];
  expect(span).toBeDefined();
  Object.assign(span!.annotations, { __proto: 'ours', constructor: 'x' });
  const { document, isUnchanged } = keepKnownFields('run-record', structuredClone(record));
  const [kept] = document.profiles;
  expect(kept?.spans[0]).toEqual(span);
  expect(isUnchanged).toBe(true);
});
