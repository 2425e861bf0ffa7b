import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/contract/validate.ts';
import { catchUserError } from './catch-user-error.ts';
import { kinds, listExamples, readExample, readPlaces } from './corpus.ts';

describe.each(kinds)('the examples of %s', (kind) => {
  test('are enough: at least 5 valid and 12 invalid ones', () => {
    expect(listExamples(kind, 'valid').length).toBeGreaterThanOrEqual(5);
    expect(listExamples(kind, 'invalid').length).toBeGreaterThanOrEqual(12);
  });

  test('state for each invalid one where its fault is', () => {
    const places = Object.values(readPlaces(kind));
    expect(places.filter((place) => place !== null && !/^(\/|$)/.test(place))).toEqual([]);
  });

  test.each(listExamples(kind, 'valid'))('%s is accepted as it stands', (name) => {
    const text = readExample(kind, 'valid', name);
    expect(parseDocument(kind, text, name)).toEqual(JSON.parse(text));
  });

  test.each(Object.entries(readPlaces(kind)))('%s is refused at %s', (name, place) => {
    const text = readExample(kind, 'invalid', name);
    const error = catchUserError(() => parseDocument(kind, text, name));
    expect(error.facts.where).toBe(place === null || place === '' ? name : `${name} at ${place}`);
    expect(error.facts.also ?? []).toEqual([]);
    expect(error.facts.seen).not.toBe('');
    expect(error.facts.expected).toMatch(/\S/);
    expect(error.facts.remedy).toMatch(/\S/);
  });

  test('are refused in words without control characters', () => {
    for (const name of listExamples(kind, 'invalid')) {
      const text = readExample(kind, 'invalid', name);
      const { message } = catchUserError(() => parseDocument(kind, text, name));
      expect(message.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      expect(message.length).toBeLessThan(1200);
    }
  });
});
