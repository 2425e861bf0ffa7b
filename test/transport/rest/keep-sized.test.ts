import { expect, test } from 'vitest';
import { keepSized } from '../../../src/transport/rest/keep-sized.ts';

test('what was kept last is found', () => {
  const memory = keepSized<string>(10);
  expect(memory.find('a')).toBeUndefined();
  memory.keep('a', 'first', 5);
  memory.keep('a', 'second', 6);
  expect(memory.find('a')).toBe('second');
});

test('it holds no more than it may, and what was used longest ago goes first', () => {
  const memory = keepSized<string>(3);
  for (const key of ['a', 'b', 'c']) memory.keep(key, key, 1);
  memory.find('a');
  memory.keep('d', 'd', 1);
  expect(['a', 'b', 'c', 'd'].map(memory.find)).toEqual(['a', undefined, 'c', 'd']);
});

test('what is larger than all of it is not kept, and takes no room for ever', () => {
  const memory = keepSized<string>(3);
  memory.keep('large', 'large', 4);
  expect(memory.find('large')).toBeUndefined();
  for (const key of ['a', 'b', 'c']) memory.keep(key, key, 1);
  expect(['a', 'b', 'c'].map(memory.find)).toEqual(['a', 'b', 'c']);
});

test('what is larger than all of it pushes out nothing but what it takes the place of', () => {
  const memory = keepSized<string>(3);
  for (const key of ['a', 'b']) memory.keep(key, key, 1);
  memory.keep('large', 'large', 4);
  memory.keep('b', 'larger', 4);
  expect(['a', 'b', 'large'].map(memory.find)).toEqual(['a', undefined, undefined]);
});

test('keeping the same again takes its room once', () => {
  const memory = keepSized<string>(3);
  memory.keep('a', 'a', 1);
  for (let index = 0; index < 10; index++) memory.keep('b', 'b', 2);
  expect(['a', 'b'].map(memory.find)).toEqual(['a', 'b']);
});
