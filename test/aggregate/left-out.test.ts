import { expect, test } from 'vitest';
import { tallyOutcomes, listOutcomeProblems } from '../../src/aggregate/tally-outcomes.ts';
import type { RunRecord, TestInputs } from '../../src/contract/documents.ts';
import { judgeTests } from '../../src/verdict/judge-tests.ts';
import { makeProfile, makeRecord } from './make-record.ts';

const inputs: TestInputs = { state: 'same', by: ['strace'], files: 3, folders: 0, absent: 1 };

/** With one test that was planned, and executions of it on the side after. */
function record(passed = 0): RunRecord {
  const profiles = Array.from({ length: passed }, (_, i) => makeProfile('after', i, 1e6));
  return makeRecord(profiles, { tests: [{ name: 'upload', tags: [], inputs }] });
}

test('a test that was left out on this machine lacks nothing', () => {
  const tests = tallyOutcomes([record()], true);
  expect(listOutcomeProblems(tests, [record()])).toEqual([]);
  expect(judgeTests(tests)).toMatchObject({ unaffected: ['upload'], unmeasured: [] });
});

test('elsewhere it was never measured, whatever the record claims', () => {
  const tests = tallyOutcomes([record()]);
  const [problem] = listOutcomeProblems(tests, [record()]);
  expect(problem?.code).toBe('test-not-measured');
  expect(judgeTests(tests)).toMatchObject({ unaffected: [], unmeasured: ['upload'] });
});

test('one that ran all the same was not left out', () => {
  const tests = tallyOutcomes([record(2)], true);
  expect(judgeTests(tests).unaffected).toEqual([]);
});

test('what is known from elsewhere stands in the place of what the record says', () => {
  const known: TestInputs = { state: 'same', by: ['strace'], files: 9, folders: 1, absent: 0 };
  const tests = tallyOutcomes([record()], new Map([['upload', known]]));
  expect(tests[0]?.inputs).toEqual(known);
  expect(listOutcomeProblems(tests, [record()])).toEqual([]);
});

test('a test that is not among those was never measured', () => {
  const tests = tallyOutcomes([record()], new Map([['download', inputs]]));
  expect(tests[0]?.inputs).toBeUndefined();
  expect(judgeTests(tests)).toMatchObject({ unaffected: [], unmeasured: ['upload'] });
});

test('a test that no record leaves out is not left out, whatever is known of it', () => {
  const plain = { ...record(), tests: [{ name: 'upload', tags: [] }] };
  const tests = tallyOutcomes([plain], new Map([['upload', inputs]]));
  expect(judgeTests(tests).unmeasured).toEqual(['upload']);
});
