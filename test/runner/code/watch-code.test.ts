import { expect, test } from 'vitest';
import type { Problem, Side } from '../../../src/contract/documents.ts';
import type { Observation } from '../../../src/contract/observation.ts';
import { type CodeJudge, CodeWatch } from '../../../src/runner/code/watch-code.ts';
import { makeTest } from '../stage/make-test.ts';

const [one, other] = [makeTest('one'), makeTest('other')];
const observation = {} as Observation;

/** Its judge finds these on a side, one after the other. */
function open(findings: readonly (readonly string[])[]): CodeWatch {
  const left = findings.map((codes) => [...codes]);
  const name = (code: string, test: string, side: Side): Problem => ({
    code,
    message: '',
    test,
    side,
  });
  const judge: CodeJudge = {
    judge: (test, side) => (left.shift() ?? []).map((code) => name(code, test.name, side)),
    explainUnseen: (test, side) => [name('unseen', test.name, side)],
  };
  return new CodeWatch(judge, [], undefined);
}

const describeAll = (problems: readonly Problem[]): string[] =>
  problems.map(({ code, side, test }) => `${code} ${test} ${side}`);

test('a test is seen on the side on which it was noted', () => {
  const watch = open([[]]);
  watch.note(one, 'before', observation);
  expect(watch.isSeen(one, 'before')).toBe(true);
  expect(watch.isSeen(one, 'after')).toBe(false);
  expect(watch.isSeen(other, 'before')).toBe(false);
});

test('what was found once stays, however the test runs later', () => {
  const watch = open([[], ['foreign'], []]);
  for (const _ of [1, 2, 3]) watch.note(one, 'after', observation);
  expect(describeAll(watch.conclude([]))).toEqual(['foreign one after']);
});

test('a test with values that nobody saw on a side is named there', () => {
  const watch = open([['foreign'], []]);
  watch.note(one, 'before', observation);
  watch.note(one, 'after', observation);
  const passed = [one, other].flatMap((test) =>
    (['before', 'after'] as const).map((side) => ({ test, side })),
  );
  expect(describeAll(watch.conclude(passed))).toEqual([
    'foreign one before',
    'unseen other before',
    'unseen other after',
  ]);
});
