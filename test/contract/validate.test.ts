import { describe, expect, test } from 'vitest';
import { documentLimits, parseJson } from '../../src/contract/json-text.ts';
import {
  checkDocument,
  listAllSchemaErrors,
  listSchemaErrors,
  parseDocument,
} from '../../src/contract/validate.ts';
import { catchUserError } from './catch-user-error.ts';
import { readExample } from './corpus.ts';

const readProfile = (): Record<string, unknown> =>
  JSON.parse(readExample('profile', 'valid', 'passed')) as Record<string, unknown>;

test('a valid document comes back as it is', () => {
  const profile = readProfile();
  expect(checkDocument('profile', profile, 'x')).toBe(profile);
});

test('a document of a newer version says to upgrade, whatever else is in it', () => {
  const newer = { schema: 'perigee/profile', version: 2, all: 'different' };
  const { facts, exitCode } = catchUserError(() => checkDocument('profile', newer, 'p.json'));
  expect(facts).toEqual({
    where: 'p.json at /version',
    seen: 'version 2 of the profile format',
    expected: 'version 1, the newest that this Perigee reads',
    remedy: 'upgrade Perigee: a newer one wrote this',
  });
  expect(exitCode).toBe(2);
});

test('a document of another kind says which one it is', () => {
  const { facts } = catchUserError(() => checkDocument('verdict', readProfile(), 'p.json'));
  expect(facts).toMatchObject({
    where: 'p.json at /schema',
    seen: 'a perigee/profile document',
    expected: 'perigee/verdict',
  });
});

test('a character outside the basic plane counts once in the length of a text', () => {
  const named = (length: number) => ({ ...readProfile(), test: '🚀'.repeat(length) });
  expect(listSchemaErrors('profile', named(200))).toEqual([]);
  expect(listSchemaErrors('profile', named(201))).toMatchObject([{ keyword: 'maxLength' }]);
});

describe('several faults', () => {
  const threeFaults = { ...readProfile(), repeat: '0', side: 'left', durationNs: -1 };

  test('are named together when the text is small', () => {
    const text = JSON.stringify(threeFaults);
    const { message } = catchUserError(() => parseDocument('profile', text, 'p.json'));
    expect(message).toContain('/side');
    expect(message).toContain('/repeat');
    expect(message).toContain('/durationNs');
  });

  test('are named ten at most', () => {
    const spans = Array.from({ length: 30 }, () => ({ span: 1 }));
    const text = JSON.stringify({ ...readProfile(), spans });
    const { facts } = catchUserError(() => parseDocument('profile', text, 'p.json'));
    expect(facts.also).toHaveLength(9);
  });

  test('of a value that is parsed already are named one at a time', () => {
    const { facts } = catchUserError(() => checkDocument('profile', threeFaults, 'x'));
    expect(facts.also).toEqual([]);
    expect(listSchemaErrors('profile', threeFaults)).toHaveLength(1);
    expect(listAllSchemaErrors('profile', threeFaults)).toHaveLength(3);
  });
});

test('a fault in one of several forms is explained by the form that the value has', () => {
  const worse = (value: unknown): string => {
    const config = {
      version: 1,
      suite: 's',
      tests: [{ name: 't', command: ['true'] }],
      thresholds: { rules: [{ match: { test: 't' }, worse: value }] },
    };
    return catchUserError(() => checkDocument('config', config, 'x')).message;
  };
  expect(worse({ relative: '10%' })).toContain('"absolute" is missing');
  expect(worse({ relative: '10', absolute: 1 })).toContain('A percentage, e.g. 5%');
  expect(worse('fast')).toContain('relative (5%), absolute (2ms, 64kB, 100), or both');
});

test('limits of size are those of the caller', () => {
  const limits = { maxCharacters: 10, maxDepth: 32, maxValues: 10 };
  const text = JSON.stringify(readProfile());
  const { facts } = catchUserError(() => parseDocument('profile', text, 'x', limits));
  expect(facts.expected).toBe('at most 10');
});

test('a place that others named is cut, and acts on no screen', () => {
  const profile = { ...readProfile(), spans: [] as unknown[] };
  const key = `\u001b[2J\u202e${'k'.repeat(100_000)}`;
  profile.spans = [{ span: 's', annotations: {}, occurrences: 1, values: { [key]: 'x' } }];
  const { message } = catchUserError(() => parseDocument('profile', JSON.stringify(profile), 'p'));
  expect(message.length).toBeLessThan(5000);
  expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

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
