/** Strange runs, and the answers that they keep open. Two of the series are from real runs. */
import { expect, test } from 'vitest';
import type { Samples } from '../../../src/contract/documents.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const rules = [{ where: 'a', match: {}, relative: 0.1, action: 'block' as const }];
const quiet = (span: string, length: number) => {
  const all = [100, 100.4, 99.8, 100.1, 99.7, 100.2, 99.9, 100.3, 100, 99.6].map((ms) => ms * 1e6);
  const runs = all.slice(0, length);
  return sampleSeries(runs, runs.toReversed(), { span });
};

/** Among series that hardly vary, so that a run some percent away is a strange one. */
function judgeSubject(before: Samples, after: Samples, runs: number) {
  const subject = sampleSeries(before, after, { span: 'subject' });
  const series = [subject, ...['a', 'b', 'c', 'd', 'e', 'f'].map((span) => quiet(span, runs))];
  const verdict = judge(sampleAggregate(series), { ...options, rules });
  return verdict.series.find(({ span }) => span === 'subject');
}

const stateOf = (before: Samples, after: Samples, runs = 10) =>
  judgeSubject(before, after, runs)?.state;
const reasonOf = (before: Samples, after: Samples, runs: number) =>
  judgeSubject(before, after, runs)?.reason;

const steady = [200, 200.5, 199.6, 200.2, 199.9, 200.4, 199.7, 200.1, 200.3, 199.8];
const higher = steady.map((value) => value * 2);

test('two low runs before the change cannot hide that it doubled', () => {
  const before = [198.1, 197.3, 182, 184.3, 199.5, 197.8, 195.5, 196.1, 193.9, 194.9];
  const after = [424.1, 424.7, 427.1, 425.8, 459.6, 422.2, 426.1, 456.6, 421.7, 423];
  expect(stateOf(before, after)).toBe('regressed');
});

test('one run that grew less than the others, and still by far too much, keeps nothing open', () => {
  const before = [256.8, 256.9, 256.4, 256.3, 256.8, 256.9, 256.8, 256.7, 256.7, 256.7];
  const after = [475.3, 466.6, 459.1, 469, 416.4, 487.3, 484.9, 449.7, 480.6, 497.5];
  expect(stateOf(before, after)).toBe('regressed');
});

test('a run after the change that is as fast as before keeps a regression open', () => {
  expect(stateOf(steady, higher.with(4, 200))).toBe('undecided');
});

test('a run before the change that was far faster keeps "not regressed" open', () => {
  expect(stateOf(steady.with(4, 100), steady)).toBe('undecided');
});

test('what looks better and stays undecided says that this is what is open', () => {
  const faster = steady.map((value) => value * 0.6);
  const before = steady.with(4, 100);
  const found = judgeSubject(before, faster, 10);
  expect(found?.state).toBe('undecided');
  expect(found?.evidence.interval?.upper).toBeLessThan(0);
  expect(found?.reason).toMatch(/^it looks better, but neither .*the disturbed ones/);
  expect(reasonOf(before, steady, 10)).not.toContain('looks better');
});

test('a run after the change that is far faster does not', () => {
  expect(stateOf(steady, steady.with(4, 100))).toBe('not-regressed');
});

test('slow runs before the change, more than one in five, keep a regression open', () => {
  const before = steady.with(0, 390).with(3, 395).with(7, 399).with(9, 392);
  expect(stateOf(before, higher)).toBe('undecided');
});

test('slow runs after the change, more than one in five, keep "not regressed" open', () => {
  expect(stateOf(steady, steady.with(0, 390).with(3, 395).with(7, 399))).toBe('undecided');
});

test('with five runs, one before at the level of after keeps a regression open', () => {
  const before = [100, 100.2, 99.9, 100.1, 133];
  const after = [133.4, 134, 132.7, 133.2, 135];
  expect(stateOf(before, after, 5)).toBe('undecided');
  expect(reasonOf(before, after, 5)).toContain('a repeat lies where the other side is');
  expect(stateOf([100, 100.2, 99.9, 100.1, 170], after, 5)).toBe('regressed');
});

test('with five runs, one after at the level of before is no improvement yet', () => {
  const after = [100, 100.2, 99.9, 100.1, 133];
  const before = [133.4, 134, 132.7, 133.2, 135];
  expect(stateOf(before, after, 5)).toBe('not-regressed');
  expect(stateOf(before, [100, 100.2, 99.9, 100.1, 170], 5)).toBe('improved');
});

test('nothing is red after five runs where runs of all series have two states, and by ten it is', () => {
  const inStates = (runs: number, phase: number) =>
    Array.from({ length: runs }, (_, run) => (run % 2 === phase ? 100 : 112) + 0.1 * run);
  const judgeTwoStates = (runs: number) => {
    const series = Array.from({ length: 15 }, (_, place) =>
      sampleSeries(inStates(runs, place % 2), inStates(runs, 1 - (place % 2)), {
        span: `span ${place}`,
      }),
    );
    const slower = sampleSeries(
      inStates(runs, 0),
      inStates(runs, 0).map((value) => 2 * value),
      { span: 'subject' },
    );
    const plan = { repeats: 5, maxRepeats: runs, outliersPerFive: 1 };
    const verdict = judge(sampleAggregate([...series, slower], { plan }), { ...options, rules });
    return verdict.series.find(({ span }) => span === 'subject');
  };
  const five = judgeTwoStates(5);
  expect(five?.state).toBe('undecided');
  expect(five?.reason).toContain('fall into two groups');
  // No more pairs may come, so nothing could have been found.
  expect(five?.evidence.smallestVisible).toBeUndefined();
  expect(judgeTwoStates(10)?.state).toBe('regressed');
});
