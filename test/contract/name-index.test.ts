import { expect, test } from 'vitest';
import { createNameIndex, createPatternIndex } from '../../src/contract/name-index.ts';
import { matchesName } from '../../src/contract/name-pattern.ts';

const names = [
  '',
  'a',
  'ab',
  'aba',
  'abb',
  'b',
  'ba',
  'bab',
  'B',
  'é',
  'a*b',
  'up 1 kB',
  'up 1 MB',
];
const patterns = [
  '*',
  '**',
  'a',
  'a*',
  '*a',
  'ab*',
  'a*b',
  '*b*',
  'b*b',
  'x*',
  'up*1*kB',
  'é',
  '',
  'aba*',
];

test.each(patterns)('names that fit %j are found as one after the other would be', (pattern) => {
  const fitting = names.filter((name) => matchesName(pattern, name));
  const found: string[] = [];
  createNameIndex(names).find(pattern, { left: 1000 }, (name) => {
    found.push(name);
    return false;
  });
  expect(found.sort()).toEqual(fitting.sort());
});

test.each(names)('patterns that %j fits are found in their order', (name) => {
  const index = createPatternIndex(patterns, (pattern) => pattern);
  expect(index.find(name)).toEqual(patterns.filter((pattern) => matchesName(pattern, name)));
});

test('a search ends when its effort is used up, and says so', () => {
  const many = Array.from({ length: 1000 }, (_, i) => `name ${i}`);
  const effort = { left: 100 };
  expect(createNameIndex(many).find('*999', effort)).toBeUndefined();
  expect(effort.left).toBeLessThan(0);
});

test('a pattern is compared with the names alone that begin as it does', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `name ${i}`);
  const effort = { left: 100 };
  expect(createNameIndex([...many, 'other 1']).find('other*', effort)).toBe('other 1');
  expect(effort.left).toBeGreaterThan(90);
});
