import { expect, test } from 'vitest';
import { selectTests, type Selection } from '../../src/suite/select-tests.ts';
import { exampleSuite } from './example-suite.ts';

const select = (selection: Selection): string[] =>
  selectTests(exampleSuite, selection).map(({ name }) => name);

test('a change runs the tests of every commit, in the order of the file', () => {
  expect(select({ when: 'commit' })).toEqual(['upload 10,000 files', 'download 10,000 files']);
});

test('a nightly run runs those and the nightly ones', () => {
  expect(select({ when: 'nightly' })).toHaveLength(3);
});

test('a name may hold stars', () => {
  expect(select({ when: 'commit', names: ['*load 10,000*'] })).toHaveLength(2);
});

test('with a name and a tag a test must fit both', () => {
  expect(select({ when: 'nightly', names: ['one*', 'down*'], tags: ['upload'] })).toEqual([
    'one file of 4 GB',
  ]);
  expect(() => select({ when: 'nightly', names: ['down*'], tags: ['upload'] })).toThrow(
    'no test has both a name and a tag that were asked for',
  );
});

test('a name that no test has is refused, with the nearest', () => {
  expect(() => select({ when: 'commit', names: ['uplaod 10,000 files'] })).toThrow(
    /no test is named "uplaod 10,000 files"[^]*did you mean "upload 10,000 files"\?/,
  );
});

test('one name that fits nothing is refused even when another fits', () => {
  expect(() => select({ when: 'commit', names: ['upload*', 'sync*'] })).toThrow('"sync*"');
});

test('a tag that no test has is refused, with the nearest', () => {
  expect(() => select({ when: 'commit', tags: ['uplod'] })).toThrow('did you mean "upload"?');
});

test('a nightly test that is asked for on a commit is refused with the option that runs it', () => {
  expect(() => select({ when: 'commit', names: ['one*'] })).toThrow('add --nightly');
});

test('where only one test is known it is named once', () => {
  const suite = { ...exampleSuite, tests: exampleSuite.tests.slice(0, 1) };
  expect(() => selectTests(suite, { when: 'commit', names: ['uplaod 10,000 files'] })).toThrow(
    /^no test is named "uplaod 10,000 files"\n {2}to do: did you mean "upload 10,000 files"\?$/,
  );
});
