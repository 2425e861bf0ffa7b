import { expect, test } from 'vitest';
import { documentLimits, parseJson } from '../../src/contract/json-text.ts';
import { catchUserError } from './catch-user-error.ts';

const limits = { maxCharacters: 100, maxDepth: 3, maxValues: 30 };

test('what JSON says comes out, whatever is in its strings', () => {
  const value = { text: '[[[[{{{{ \\" ]', list: [[1], { a: null }] };
  expect(parseJson(JSON.stringify(value), 'x', limits)).toEqual(value);
});

test('a text longer than the limit is refused before it is parsed', () => {
  const { facts } = catchUserError(() => parseJson('[' + ' '.repeat(100) + ']', 'x', limits));
  expect(facts).toMatchObject({ where: 'x', seen: '102 characters of JSON' });
});

test.each([
  ['[[[1]]]', true],
  ['[[[[1]]]]', false],
  ['{"a":{"b":{"c":1}}}', true],
  ['{"a":{"b":{"c":[]}}}', false],
  ['[[],[],[],[],[]]', true],
])('%s at a depth of three: accepted is %s', (text, accepted) => {
  const parse = () => parseJson(text, 'x', limits);
  if (accepted) expect(parse()).toEqual(JSON.parse(text));
  else expect(catchUserError(parse).facts.seen).toContain('more than 3 deep');
});

test('a million brackets are refused, not followed', () => {
  const { facts } = catchUserError(() => parseJson('['.repeat(1_000_000), 'x', documentLimits));
  expect(facts.seen).toContain('nested');
});

test('an error quotes hostile text without its control characters', () => {
  const { message } = catchUserError(() => parseJson('\u001b[2J\u202e\u0007', 'x', limits));
  expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(message).toContain('\\u001b');
});

test('a key called __proto__ makes an own property and changes no prototype', () => {
  const value = parseJson('{"__proto__": {"polluted": true}}', 'x', limits) as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('of a key that is there twice the last value counts', () => {
  expect(parseJson('{"a":1,"a":2}', 'x', limits)).toEqual({ a: 2 });
});
