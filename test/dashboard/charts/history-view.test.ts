import { expect, test } from 'vitest';
import { findHistoryRange, placeRepeats } from '../../../src/dashboard/charts/history-view.ts';
import { makeAnswer, makeRun } from '../make-answer.ts';

const answer = makeAnswer();
const view = { answer, from: 0, to: 39, isLogarithmic: false, beside: [] };

test('every repeat of every build stands at its commit, and rejected ones stand apart', () => {
  const run = makeRun(5, [100e6, 100e6]);
  const after = { ...run.after!, outliers: [4] };
  const placed = placeRepeats(makeAnswer({ runs: [{ ...run, after }] }), undefined);
  expect(placed.kept).toHaveLength(9);
  expect(placed.rejected).toEqual([{ place: 5, value: 1.02 * 100e6 }]);
});

test('a pull request stands half a step after its baseline, if the reader comes from it', () => {
  const run = makeRun(39, [115e6, 150e6], { runId: 'own', branchKind: 'pull-request' });
  const { place: _, ...after } = run.after!;
  const answerWithPull = makeAnswer({ runs: [{ ...run, after }] });
  expect(placeRepeats(answerWithPull, 'own').own.map(({ place }) => place)).toEqual([
    ...Array<number>(5).fill(38),
    ...Array<number>(5).fill(38.5),
  ]);
  const placed = placeRepeats(answerWithPull, undefined);
  expect([placed.own.length, placed.kept.length]).toEqual([0, 5]);
});

test('the axis covers what is visible: levels with intervals and nearly all repeats', () => {
  const { low, high } = findHistoryRange({ ...view, to: 15 }, placeRepeats(answer, undefined));
  expect(low).toBeLessThan(98e6);
  expect(high).toBeGreaterThan(102e6);
  expect(high).toBeLessThan(110e6);
});

test('one repeat far out does not flatten the rest', () => {
  const run = makeRun(30, [115e6, 115e6]);
  const after = { ...run.after!, repeats: [115e6, 115e6, 115e6, 115e6, 900e6], outliers: [4] };
  const runs = [...answer.runs, { ...run, after }];
  const { high } = findHistoryRange(view, placeRepeats(makeAnswer({ runs }), undefined));
  expect(high).toBeLessThan(150e6);
});

test('a logarithmic axis never reaches zero', () => {
  const { low } = findHistoryRange(
    { ...view, isLogarithmic: true },
    placeRepeats(answer, undefined),
  );
  expect(low).toBeGreaterThan(0);
});
