import { expect, test } from 'vitest';
import { keepPlan } from '../../src/suite/keep-plan.ts';
import { keepThresholds } from '../../src/suite/keep-thresholds.ts';
import { describeSuiteChanges, listSuiteChanges } from '../../src/suite/list-suite-changes.ts';
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

const one = '  - { name: upload, command: [node, up.mjs] }';
const readChanged = (more = '', tests = one) =>
  parseSuite(`version: 1\nsuite: sync\n${more}\ntests:\n${tests}\n`, 'perigee.yml');

test('a suite that is the same changes nothing, however it is written', () => {
  const same = '  - name: upload\n    command: [node, up.mjs]\n    timeout: 300s\n    tags: [a]';
  expect(listSuiteChanges(readChanged(), readChanged('repeats: 5', same))).toEqual([]);
});

test.each([
  ['command: [node, up.mjs, --quick]', 'command of "upload"', 'node up.mjs', 'node up.mjs --quick'],
  ['command: [node, up.mjs], directory: bench', 'directory of "upload"', '.', 'bench'],
  ['command: [node, up.mjs], timeout: 1s', 'timeout of "upload"', '5 min', '1 s'],
  ['command: [node, up.mjs], code: outside', 'code of "upload"', 'of the repository', 'outside'],
  ['command: [node, up.mjs], environment: { A: "b c" }', 'variable A of "upload"', 'none', '"b c"'],
])('of a test, %s', (keys, what, before, after) => {
  const changed = readChanged('', `  - { name: upload, ${keys} }`);
  expect(listSuiteChanges(readChanged(), changed)).toEqual([{ what, before, after }]);
});

test.each([
  ['setup: [[npm, ci]]', 'setup', 'none', 'npm ci'],
  ['setupTimeout: 5m', 'setupTimeout', '10 min', '5 min'],
  ['warmup: 0', 'warmup', '1', '0'],
  ['builds: 4', 'builds', '1', '4'],
  ['outliersPerFive: 0', 'outliersPerFive', '1', '0'],
  ['repeats: 10', 'repeats', '5', '10'],
  ['services: [{ name: db, pid: 7 }]', 'list of services', 'none', '{"name":"db","pid":7}'],
  [
    'services: [{ name: api, command: [node, api.mjs] }]',
    'list of services',
    'none',
    '{"name":"api","command":["node","api.mjs"],"readyTimeoutMs":30000}',
  ],
])('of what tests share, %s', (more, what, before, after) => {
  expect(listSuiteChanges(readChanged(), readChanged(more))).toEqual([{ what, before, after }]);
});

test('what many tests have in common is told once', () => {
  const many = [1, 2, 3].map((n) => `  - { name: t${n}, command: [a] }`).join('\n');
  const changed = readChanged('environment: { LEVEL: 2 }', many);
  expect(listSuiteChanges(readChanged('environment: { LEVEL: 1 }', many), changed)).toEqual([
    { what: 'variable LEVEL of "t1" and 2 more tests', before: '"1"', after: '"2"' },
  ]);
});

test('of long commands that differ at their end, the end is shown', () => {
  const long = (end: string) =>
    readChanged('', `  - { name: upload, command: [sh, -c, "${'x'.repeat(5000)} ${end}"] }`);
  const [change] = listSuiteChanges(long('slow'), long('fast'));
  expect(change?.before).toMatch(/^…x+ slow"$/);
  expect(change?.after).toMatch(/^…x+ fast"$/);
  expect(change!.before.length).toBeLessThan(200);
});

test('a thousand changes become twenty and a count', () => {
  const tests = (program: string) =>
    Array.from({ length: 1000 }, (_, n) => `  - { name: t${n}, command: [${program}${n}] }`).join(
      '\n',
    );
  const problems = describeSuiteChanges(
    readChanged('', tests('a')),
    readChanged('', tests('b')),
    'perigee.yml',
  );
  expect(problems).toHaveLength(21);
  expect(problems[0]).toEqual({
    code: 'suite-changed',
    message: 'perigee.yml of this change sets another command of "t0": a0 → b0',
  });
  expect(problems[20]?.message).toBe('980 more such changes in perigee.yml');
});

test('a change may ask for more repeats than before, and not for fewer', () => {
  const old = { repeats: 5, maxRepeats: 20, warmup: 1, builds: 1, outliersPerFive: 1 } as const;
  const none = { repeats: 2, maxRepeats: 2, warmup: 0, builds: 1, outliersPerFive: 0 } as const;
  expect(keepPlan(old, none)).toEqual(old);
  const more = { repeats: 10, maxRepeats: 30, warmup: 2, builds: 4, outliersPerFive: 1 } as const;
  expect(keepPlan(old, more)).toEqual(more);
});

const timed = { repeats: 5, maxRepeats: 100, warmup: 1, builds: 1, outliersPerFive: 1 } as const;

test.each([
  ['a longer time', { timeNs: 60e9 }, { timeNs: 90e9 }, { timeNs: 90e9, maxRepeats: 100 }],
  ['a shorter time', { timeNs: 60e9 }, { timeNs: 30e9 }, { timeNs: 60e9, maxRepeats: 100 }],
  [
    'pairs instead of time',
    { timeNs: 60e9 },
    { maxRepeats: 20 },
    { timeNs: 60e9, maxRepeats: 100 },
  ],
  ['time instead of pairs', { maxRepeats: 20 }, { timeNs: 60e9 }, { maxRepeats: 20 }],
])('%s: until it is merged, at least as much as before', (_, old, suite, kept) => {
  expect(keepPlan({ ...timed, ...old }, { ...timed, ...suite })).toEqual({ ...timed, ...kept });
});

test('a shorter time is told like fewer repeats', () => {
  expect(
    describeSuiteChanges(readChanged('time: 5m'), readChanged('time: 30s'), 'perigee.yml'),
  ).toEqual([
    {
      code: 'fewer-repeats',
      message:
        'perigee.yml of this change asks for less than before: time 5 min → 30 s; as much as before is measured until it is merged',
    },
  ]);
  expect(listSuiteChanges(readChanged('time: 30s'), readChanged('time: 5m'))).toEqual([
    { what: 'time', before: '30 s', after: '5 min' },
  ]);
});
