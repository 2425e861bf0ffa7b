import { expect, test } from 'vitest';
import { keepPlan } from '../../src/suite/keep-plan.ts';
import { describeSuiteChanges, listSuiteChanges } from '../../src/suite/list-suite-changes.ts';
import { parseSuite } from '../../src/suite/parse-suite.ts';

const one = '  - { name: upload, command: [node, up.mjs] }';
const read = (more = '', tests = one) =>
  parseSuite(`version: 1\nsuite: sync\n${more}\ntests:\n${tests}\n`, 'perigee.yml');

test('a suite that is the same changes nothing, however it is written', () => {
  const same = '  - name: upload\n    command: [node, up.mjs]\n    timeout: 300s\n    tags: [a]';
  expect(listSuiteChanges(read(), read('repeats: 5', same))).toEqual([]);
});

test.each([
  ['command: [node, up.mjs, --quick]', 'command of "upload"', 'node up.mjs', 'node up.mjs --quick'],
  ['command: [node, up.mjs], directory: bench', 'directory of "upload"', '.', 'bench'],
  ['command: [node, up.mjs], timeout: 1s', 'timeout of "upload"', '5 min', '1 s'],
  ['command: [node, up.mjs], code: outside', 'code of "upload"', 'of the repository', 'outside'],
  ['command: [node, up.mjs], environment: { A: "b c" }', 'variable A of "upload"', 'none', '"b c"'],
])('of a test, %s', (keys, what, before, after) => {
  const changed = read('', `  - { name: upload, ${keys} }`);
  expect(listSuiteChanges(read(), changed)).toEqual([{ what, before, after }]);
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
  expect(listSuiteChanges(read(), read(more))).toEqual([{ what, before, after }]);
});

test('what many tests have in common is told once', () => {
  const many = [1, 2, 3].map((n) => `  - { name: t${n}, command: [a] }`).join('\n');
  const changed = read('environment: { LEVEL: 2 }', many);
  expect(listSuiteChanges(read('environment: { LEVEL: 1 }', many), changed)).toEqual([
    { what: 'variable LEVEL of "t1" and 2 more tests', before: '"1"', after: '"2"' },
  ]);
});

test('of long commands that differ at their end, the end is shown', () => {
  const long = (end: string) =>
    read('', `  - { name: upload, command: [sh, -c, "${'x'.repeat(5000)} ${end}"] }`);
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
  const problems = describeSuiteChanges(read('', tests('a')), read('', tests('b')), 'perigee.yml');
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
  expect(describeSuiteChanges(read('time: 5m'), read('time: 30s'), 'perigee.yml')).toEqual([
    {
      code: 'fewer-repeats',
      message:
        'perigee.yml of this change asks for less than before: time 5 min → 30 s; as much as before is measured until it is merged',
    },
  ]);
  expect(listSuiteChanges(read('time: 30s'), read('time: 5m'))).toEqual([
    { what: 'time', before: '30 s', after: '5 min' },
  ]);
});
