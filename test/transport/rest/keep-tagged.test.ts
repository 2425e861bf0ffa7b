import { expect, test } from 'vitest';
import { keepTagged } from '../../../src/transport/rest/keep-tagged.ts';

const readOne = (): string => 'one';
const readOther = (): string => 'other';

test('what was kept last of an address is found, with its tag', () => {
  const answers = keepTagged(1000);
  expect(answers.find('a', readOne)).toBeUndefined();
  answers.keep('a', readOne, { tag: '"1"', value: ['first'] }, 9);
  answers.keep('a', readOne, { tag: '"2"', value: ['second'] }, 10);
  answers.keep('b', readOne, { tag: '"3"', value: undefined }, 0);
  expect(answers.find('a', readOne)).toMatchObject({ tag: '"2"', value: ['second'] });
  expect(answers.find('b', readOne)).toMatchObject({ tag: '"3"', value: undefined });
});

test('another reading of the same answer makes something else of it', () => {
  const answers = keepTagged(1000);
  answers.keep('a', readOne, { tag: '"1"', value: 'one' }, 3);
  expect(answers.find('a', readOther)).toBeUndefined();
});

test('an address counts too, or many small answers would take any room', () => {
  const answers = keepTagged(10);
  answers.keep('a', readOne, { tag: '""', value: 1 }, 5);
  answers.keep('bbbbb', readOne, { tag: '""', value: 1 }, 1);
  expect(answers.find('a', readOne)).toBeUndefined();
  expect(answers.find('bbbbb', readOne)).toBeDefined();
});
