/** Strange runs, and the answers that they keep open. Two of the series are from real runs. */
import { expect, test } from 'vitest';
import type { Samples } from '../../../src/contract/documents.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const rules = [{ where: 'a', match: {}, relative: 0.1, action: 'block' as const }];
const quiet = (span: string) => {
  const runs = [100, 100.4, 99.8, 100.1, 99.7, 100.2, 99.9, 100.3, 100, 99.6].map((ms) => ms * 1e6);
  return sampleSeries(runs, runs.toReversed(), { span });
};

/** Among series that hardly vary, so that a run some percent away is a strange one. */
function stateOf(before: Samples, after: Samples): string | undefined {
  const subject = sampleSeries(before, after, { span: 'subject' });
  const series = [subject, ...['a', 'b', 'c', 'd', 'e', 'f'].map(quiet)];
  const verdict = judge(sampleAggregate(series), { ...options, rules });
  return verdict.series.find(({ span }) => span === 'subject')?.state;
}

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

test('a run after the change that is far faster does not', () => {
  expect(stateOf(steady, steady.with(4, 100))).toBe('not-regressed');
});

test('slow runs before the change, more than one in five, keep a regression open', () => {
  const before = steady.with(0, 390).with(3, 395).with(7, 399);
  expect(stateOf(before, higher)).toBe('undecided');
});

test('slow runs after the change, more than one in five, keep "not regressed" open', () => {
  expect(stateOf(steady, steady.with(0, 390).with(3, 395).with(7, 399))).toBe('undecided');
});
