import { expect, test } from 'vitest';
import { tallyOutcomes, listOutcomeProblems } from '../../src/aggregate/tally-outcomes.ts';
import type { RunRecord, TestInputs } from '../../src/contract/documents.ts';
import { judgeTests } from '../../src/verdict/judge-tests.ts';

const inputs: TestInputs = { state: 'same', by: ['strace'], files: 3, folders: 0, absent: 1 };

/** With one test that was planned, and executions of it on the side after. */
function record(passed = 0): RunRecord {
  const profile = { test: 'a', side: 'after', repeat: 0, outcome: { status: 'passed' } };
  return {
    tests: [{ name: 'a', tags: [], inputs }],
    profiles: Array.from({ length: passed }, () => profile),
  } as unknown as RunRecord;
}

test('a test that was left out on this machine lacks nothing', () => {
  const tests = tallyOutcomes([record()], true);
  expect(listOutcomeProblems(tests, [record()])).toEqual([]);
  expect(judgeTests(tests)).toMatchObject({ unaffected: ['a'], unmeasured: [] });
});

test('elsewhere it was never measured, whatever the record claims', () => {
  const tests = tallyOutcomes([record()]);
  const [problem] = listOutcomeProblems(tests, [record()]);
  expect(problem?.code).toBe('test-not-measured');
  expect(judgeTests(tests)).toMatchObject({ unaffected: [], unmeasured: ['a'] });
});

test('one that ran all the same was not left out', () => {
  const tests = tallyOutcomes([record(2)], true);
  expect(judgeTests(tests).unaffected).toEqual([]);
});
