import { expect, test } from 'vitest';
import { keepThresholds } from '../../src/suite/keep-thresholds.ts';
import { describeSuiteChanges } from '../../src/suite/list-suite-changes.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';
import { selectTests } from '../../src/suite/select-tests.ts';
import { contextOfTests } from '../../src/verdict/thresholds/match-rule.ts';
import { createResolver } from '../../src/verdict/thresholds/resolve-threshold.ts';
import { catchUserError } from '../contract/catch-user-error.ts';

const read = (tests: string, rules = '') =>
  parseSuite(`version: 1\nsuite: sync\ntests:\n${tests}\n${rules}`, 'perigee.yml');
const rule = (match: string, worse: string) =>
  `thresholds: { rules: [{ match: { test: ${match} }, worse: ${worse} }] }`;

test('a test and its spans say what they were called before', () => {
  const tests =
    '  - { name: send, was: upload, command: [x], spans: { hash: { was: [sum, md5] } } }';
  expect(read(tests).tests[0]?.renamed).toEqual({
    was: ['upload'],
    spans: { hash: ['sum', 'md5'] },
  });
});

test.each([
  ['- { name: a, was: b, command: [x] }\n  - { name: b, command: [x] }', '4:21', 'is a test of'],
  ['- { name: a, was: b, command: [x] }\n  - { name: b, was: a, command: [x] }', '4:21', 'test of'],
  ['- { name: a, was: a, command: [x] }', '4:21', 'the name that it has now'],
  [
    '- { name: a, was: c, command: [x] }\n  - { name: b, was: [d, c], command: [x] }',
    '5:25',
    '"a"',
  ],
  ['- { name: a, command: [x], spans: { h: { was: g }, g: { was: f } } }', '4:49', 'is a span of'],
  ['- { name: a, command: [x], spans: { h: { was: whole test } } }', '4:49', 'every test has'],
])('refused with its place: %s', (tests, place, seen) => {
  const { message } = catchUserError(() => read(`  ${tests}`));
  expect(message).toContain(`perigee.yml:${place}: `);
  expect(message).toContain(seen);
});

const upload = '  - { name: upload, command: [x] }';
const send = '  - { name: send, was: upload, command: [x] }';

test('a renamed test is named, and none is taken out', () => {
  expect(describeSuiteChanges(read(upload), read(send), 'perigee.yml')).toEqual([
    {
      code: 'suite-changed',
      message: expect.stringContaining('name of "send": "upload" → "send"'),
    },
  ]);
});

test('a test that is taken out is named, whatever former names others list', () => {
  const slow = '  - { name: slow, command: [x] }';
  const codesOf = (before: string, after: string): string[] =>
    describeSuiteChanges(read(before), read(after), 'perigee.yml').map(({ code }) => code);
  const heir = '  - { name: upload, was: slow, command: [x] }';
  expect(codesOf(`${upload}\n${slow}`, heir)).toContain('tests-taken-out');
  const both = '  - { name: send, was: [upload, slow], command: [x] }';
  expect(codesOf(`${upload}\n${slow}`, both)).toContain('tests-taken-out');
});

test('a former name that no test had is told', () => {
  const typed = '  - { name: send, was: uplaod, command: [x] }';
  const [first] = describeSuiteChanges(read(upload), read(typed), 'perigee.yml');
  expect(first).toMatchObject({ code: 'test-not-renamed', test: 'send' });
  expect(first?.message).toContain('"uplaod"');
});

test('a renamed test keeps the limits that its old name had before the change', () => {
  const series = { test: 'send', span: 's', annotations: {}, platform: 'p', metric: 'latency' };
  const limitOf = (before: string, after: string) => {
    const kept = keepThresholds(read(upload, before), read(send, after), 'perigee.yml');
    const { tests, thresholds } = kept.suite;
    const { relative } = createResolver(thresholds, contextOfTests(tests), '2026-01-01')(series);
    return { relative, notes: kept.notes.length };
  };
  const builtIn = `thresholds: { defaults: { latency: { worse: 5% } } }`;
  expect(limitOf(rule('upload', '3%'), rule('send', '3%'))).toEqual({ relative: 0.03, notes: 0 });
  expect(limitOf(rule('up*', '3%'), builtIn)).toEqual({ relative: 0.03, notes: 1 });
});

test('so does a renamed span, whichever of its former names a rule knows', () => {
  const series = { test: 'upload', annotations: {}, platform: 'p', metric: 'latency' };
  const strict = `thresholds: { rules: [{ match: { span: hash }, worse: 3% }] }`;
  const limitOf = (span: string, was: string) => {
    const test = `  - { name: upload, command: [x], spans: { ${span}: { was: ${was} } } }`;
    const { suite } = keepThresholds(read(upload, strict), read(test, strict), 'perigee.yml');
    const resolve = createResolver(suite.thresholds, contextOfTests(suite.tests), '2026-01-01');
    return resolve({ ...series, span }).relative;
  };
  expect(limitOf('digest', 'hash')).toBe(0.03);
  expect(limitOf('digest', '[sum, hash]')).toBe(0.03);
  expect(limitOf('constructor', 'hash')).toBe(0.03);
  expect(limitOf('digest', 'sum')).not.toBe(0.03);
});

test('the old name of a test is told to be the new one', () => {
  const { message } = catchUserError(() =>
    selectTests(read(send), { names: ['upload'], when: 'commit' }),
  );
  expect(message).toContain('name "send", as it is called now');
});
