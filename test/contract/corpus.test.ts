import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/contract/user-error.ts';
import { parseDocument } from '../../src/contract/validate.ts';
import { catchUserError } from './catch-user-error.ts';
import { kinds, listExamples, readExample, readPlaces } from './corpus.ts';

describe.each(kinds)('the examples of %s', (kind) => {
  test('are enough: at least 5 valid and 12 invalid ones', () => {
    expect(listExamples(kind, 'valid').length).toBeGreaterThanOrEqual(5);
    expect(listExamples(kind, 'invalid').length).toBeGreaterThanOrEqual(12);
  });

  test('state for each invalid one, and for nothing else, where its fault is', () => {
    expect(Object.keys(readPlaces(kind)).sort()).toEqual(listExamples(kind, 'invalid'));
  });

  test.each(listExamples(kind, 'valid'))('%s is accepted as it stands', (file) => {
    const text = readExample(kind, 'valid', file);
    expect(parseDocument(kind, text, file)).toEqual(JSON.parse(text));
  });

  test.each(Object.entries(readPlaces(kind)))('%s is refused at %s', (file, place) => {
    const text = readExample(kind, 'invalid', file);
    const error = catchUserError(() => parseDocument(kind, text, file));
    expect(error.facts.where).toBe(place === null || place === '' ? file : `${file} at ${place}`);
    expect(error.facts.also ?? []).toEqual([]);
    expect(error.facts.seen).not.toBe('');
    expect(error.facts.expected).toMatch(/\S/);
    expect(error.facts.remedy).toMatch(/\S/);
  });

  test('are refused in words without control characters', () => {
    for (const file of listExamples(kind, 'invalid')) {
      const text = readExample(kind, 'invalid', file);
      const { message } = catchUserError(() => parseDocument(kind, text, file));
      expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(message.length).toBeLessThan(1200);
    }
  });
});

test('a user error is what the tests above caught', () => {
  expect(catchUserError(() => parseDocument('profile', '', 'x'))).toBeInstanceOf(UserError);
});
