import { expect, test } from 'vitest';
import { readResults } from '../../src/adapters/read-results.ts';

const read = (...cases: string[]) =>
  readResults(`<testsuite name="s">${cases.join('')}</testsuite>`, 'junit');
const one = (name: string, time: string, inside = ''): string =>
  `<testcase classname="c" name="${name}" time="${time}">${inside}</testcase>`;

test('test cases of one name stay apart, and none of them is taken for one that is alone', () => {
  expect(read(one('a', '0.06'), one('b', '1'))).toMatchObject({
    spans: [
      { span: 'c > a', values: { time: 60e6 } },
      { span: 'c > b', values: { time: 1e9 } },
    ],
  });
  expect(read(one('a', '0.12'), one('a', '0.001'))).toMatchObject({
    spans: [
      { span: 'c > a [1 of 2]', values: { time: 120e6 } },
      { span: 'c > a [2 of 2]', values: { time: 1e6 } },
    ],
  });
});

test('one that is skipped keeps its place among those of its name', () => {
  expect(read(one('a', '0.12'), one('a', '0', '<skipped/>'), one('a', '0.001'))).toMatchObject({
    spans: [{ span: 'c > a [1 of 3]' }, { span: 'c > a [3 of 3]', values: { time: 1e6 } }],
  });
});

test('an attempt that failed does not count beside the one that passed', () => {
  expect(read(one('a', '0.02', '<failure/>'), one('a', '0.04'))).toMatchObject({
    spans: [{ span: 'c > a', values: { time: 40e6 } }],
    failed: ['c > a'],
  });
});
