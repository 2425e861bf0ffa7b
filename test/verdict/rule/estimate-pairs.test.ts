import { expect, test } from 'vitest';
import type { Samples, SeriesVerdict } from '../../../src/contract/documents.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

/** How slow the machine was during each of ten pairs: twice as slow at times, for both runs of a pair. */
const machine = [1, 1.15, 2.1, 1.7, 1.55, 1.3, 1.05, 1.6, 1.9, 1.2];
/** What is left of the noise within a pair, by series. */
const wobble = [0.99, 1.01, 1.02, 0.98, 1, 1.015, 0.985, 1.005, 0.995, 1.01];

function drifting(index: number, factor: number): { before: number[]; after: number[] } {
  const side = (shift: number, times: number): number[] =>
    machine.map((slow, pair) => 1e8 * times * slow * (wobble[(pair + shift) % 10] as number));
  return { before: side(index, 1), after: side(index * 3 + 1, factor) };
}

function judgeBuild(change: (after: number[]) => Samples): SeriesVerdict[] {
  const series = [1.4, 1, 1, 1, 1].map((factor, index) => {
    const { before, after } = drifting(index, factor);
    return sampleSeries(before, change(after), { span: `span ${index}` });
  });
  const plan = { repeats: 5, maxRepeats: 20, outliersPerFive: 1 };
  const { series: verdicts } = judge(sampleAggregate(series, { plan }), options);
  return verdicts.toSorted((a, b) => (a.span < b.span ? -1 : 1));
}

test('where a machine is slow for whole pairs, the differences within them tell', () => {
  const verdicts = judgeBuild((after) => after);
  expect(verdicts.map(({ state }) => state)).toEqual([
    'regressed',
    ...Array(4).fill('not-regressed'),
  ]);
  expect(verdicts.map(({ evidence }) => evidence.method)).toEqual(Array(5).fill('paired-t'));
  expect(verdicts[0]?.evidence.change).toBeCloseTo(0.4, 1);
});

test('a metric with a single series is paired as well', () => {
  const { before, after } = drifting(0, 1.4);
  const plan = { repeats: 5, maxRepeats: 20, outliersPerFive: 1 };
  const { series } = judge(sampleAggregate([sampleSeries(before, after)], { plan }), options);
  expect(series[0]).toMatchObject({ state: 'regressed', evidence: { method: 'paired-t' } });
});

test('the same values in another order are no pairs: nothing can be told', () => {
  const verdicts = judgeBuild((after) => after.toReversed());
  expect(verdicts.map(({ state }) => state)).toEqual(Array(5).fill('undecided'));
  expect(verdicts.map(({ evidence }) => evidence.method)).toEqual(Array(5).fill('shrunk-t'));
});

test('a pair of which one run is missing is left out', () => {
  const verdicts = judgeBuild((after) => after.map((value, pair) => (pair === 2 ? null : value)));
  expect(verdicts[0]).toMatchObject({ state: 'regressed', evidence: { method: 'paired-t' } });
});

test('two pairs of ten disturbed on one side do not hide what the others say', () => {
  const verdicts = judgeBuild((after) =>
    after.map((value, pair) => (pair < 2 ? value * 1.5 : value)),
  );
  expect(verdicts[0]?.state).toBe('regressed');
  expect(verdicts[1]?.before.rejected).toEqual([0, 1]);
  expect(verdicts[1]?.after.rejected).toEqual([0, 1]);
  expect(verdicts.slice(1).map(({ state }) => state)).not.toContain('regressed');
});

test('when most pairs are disturbed one way, nothing turns red', () => {
  const verdicts = judgeBuild((after) =>
    after.map((value, pair) => (pair < 6 ? value * 1.3 : value)),
  );
  expect(verdicts.slice(1).map(({ state }) => state)).not.toContain('regressed');
});

test('before, after and change of a row fit together, also where pairs were rejected', () => {
  const verdicts = judgeBuild((after) =>
    after.map((value, pair) => (pair < 2 ? value * 1.5 : value)),
  );
  for (const { before, after, evidence } of verdicts) {
    expect(evidence.method).toBe('paired-t');
    const ratio = (after.location as number) / (before.location as number);
    expect(evidence.change).toBeCloseTo(ratio - 1, 9);
    expect(evidence.changeAbsolute).toBeCloseTo(
      (after.location as number) - (before.location as number),
    );
  }
});
