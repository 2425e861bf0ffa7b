import { expect, test } from 'vitest';
import {
  limits,
  refuseAnnotation,
  refuseName,
} from '../../../src/profile/spans/annotation-rules.ts';
import { BadMessage, parseMessage } from '../../../src/profile/spans/parse-message.ts';

const end = (count: number): string => {
  const entries = Array.from({ length: count }, (_, place) => [`key${place}`, place] as const);
  const annotations = Object.fromEntries(entries);
  return JSON.stringify({ op: 'end', id: 1, latencyNs: 5, annotations });
};

test('a span has as many annotations as the limit says, and no more', () => {
  const most = limits.annotationsPerSpan;
  expect(parseMessage(end(most))).toMatchObject({ op: 'end', latencyNs: 5 });
  expect(() => parseMessage(end(most + 1))).toThrow(BadMessage);
});

test.each([
  ['two hundred characters', 'x'.repeat(200), undefined],
  ['one more', 'x'.repeat(201), /has 1 to 200 characters/],
  ['none', '', /has 1 to 200 characters/],
  ['two lines', 'a\nb', /one line without control characters/],
  ['half a character', 'a\ud83d', /unpaired surrogate/],
  ['a control character', 'a\u001b[2J', /one line without control characters/],
])('a name of a span with %s', (_, name, refusal) => {
  if (refusal === undefined) expect(refuseName(name)).toBeUndefined();
  else expect(refuseName(name)).toMatch(refusal);
});

test.each([
  ['a value as long as it may be', 'key', 'x'.repeat(256), undefined],
  ['half a character', 'key', 'a\ud83d', /unpaired surrogate/],
  ['a longer one', 'key', 'x'.repeat(257), /has 257 characters, at most 256/],
  ['a key that is too long', 'k'.repeat(65), 1, /has 65 characters, at most 64/],
  ['a key that a series has of its own', 'branch', 1, /is reserved/],
  ['a key with an equals sign', 'a=b', 1, /is not allowed/],
])('an annotation with %s', (_, key, value, refusal) => {
  if (refusal === undefined) expect(refuseAnnotation(key, value)).toBeUndefined();
  else expect(refuseAnnotation(key, value)).toMatch(refusal);
});
