import { expect, test } from 'vitest';
import { wholeTestSpan } from '../../src/contract/execution.ts';
import {
  foreseeVisibility,
  isCountedExactly,
  listUnseen,
  measureVisibility,
} from '../../src/report/visibility.ts';
import { makeSeries, makeVerdict } from './fixtures/make-verdict.ts';

test('the median and the worst are taken metric by metric', () => {
  const series = [0.02, 0.1, 0.04, 0.06].map((smallestVisible) => makeSeries({ smallestVisible }));
  series.push(makeSeries({ metric: 'cpu.user', smallestVisible: 0.3 }));
  series.push(makeSeries({ metric: 'cpu.user', smallestVisible: 2 }));
  expect(measureVisibility(makeVerdict(series))).toEqual([
    expect.objectContaining({ series: 4, median: 0.05, worst: 0.1, blind: 0, worstSeen: 0.1 }),
    {
      metric: 'cpu.user',
      series: 2,
      median: 1.15,
      worst: 2,
      blind: 1,
      leastBlind: 2,
      ...{ limits: [0.05, 0.05], limitSeen: 0.05, worstSeen: 0.3 },
      short: { smallest: 0.3, limit: 0.05 },
    },
  ]);
});

test('a series hardly sees where it would not show half as much again, nor twice what its rule allows', () => {
  const lax = { relative: 4 };
  const series = [0.45, 0.6, 6].map((smallestVisible) => makeSeries({ smallestVisible }));
  series.push(makeSeries({ smallestVisible: 4.1, threshold: lax }));
  expect(measureVisibility(makeVerdict(series))).toMatchObject([
    { blind: 2, leastBlind: 0.6, worstSeen: 4.1 },
  ]);
});

test.each([
  [1, 5, 0],
  [2, 5, 2],
  [1, 3, 1],
])('%i blind of %i benchmarks are %i that matter', (blind, all, unseen) => {
  const series = Array.from({ length: all }, (_, i) =>
    makeSeries({ span: `s${i}`, smallestVisible: i < blind ? 3 : 0.1 }),
  );
  const names = listUnseen(makeVerdict(series)).map(({ span }) => span);
  expect(names).toEqual(series.slice(0, unseen).map(({ span }) => span));
});

test('what is blind on one of two platforms counts there', () => {
  const blind = { ...makeSeries({ smallestVisible: 3 }), platform: 'darwin-arm64' };
  expect(listUnseen(makeVerdict([makeSeries(), blind]))).toEqual([blind]);
});

test('series that only warn or are muted are measured apart from those that block', () => {
  const verdict = makeVerdict([
    makeSeries({ smallestVisible: 0.2, threshold: { action: 'warn' } }),
    makeSeries({ smallestVisible: 0.4, threshold: { mutedUntil: '2026-02-01' } }),
  ]);
  expect(measureVisibility(verdict)).toEqual([]);
  const [seen] = measureVisibility(verdict, 'warning');
  expect(seen).toMatchObject({ metric: 'latency', series: 2, worst: 0.4 });
  expect(seen?.median).toBeCloseTo(0.3);
});

test('counts that do not vary have no smallest worsening, for each shows', () => {
  const exact = makeSeries();
  exact.evidence = { method: 'exact' };
  const warns = makeSeries({ threshold: { action: 'warn' } });
  expect(isCountedExactly(makeVerdict([exact, warns]))).toBe(true);
  expect(isCountedExactly(makeVerdict([exact, makeSeries()]))).toBe(false);
  expect(isCountedExactly(makeVerdict([warns]))).toBe(false);
});

test('four times the time halves the error of the runs, and what builds may differ by stays', () => {
  const whole = makeSeries({ span: wholeTestSpan, smallestVisible: 0.3 });
  const scaled = { effect: 0, standardError: 0.05, margin: 0.01, limit: 0.0488 };
  whole.evidence = { ...whole.evidence, scaled };
  const sides = { values: [1e9, 1e9], rejected: [], location: 1e9 };
  const verdict = makeVerdict([{ ...whole, before: sides, after: sides }]);
  const [foreseen] = foreseeVisibility(verdict, 12e9) ?? [];
  expect(foreseen?.worst).toBeGreaterThan(0.15);
  expect(foreseen?.worst).toBeLessThan(0.16);
  const [atLast] = foreseeVisibility(verdict, 1e15) ?? [];
  expect(atLast?.worst).toBeGreaterThan(0.05);
  const all = { ...sides, values: Array<number>(80).fill(1e9) };
  const ended = makeVerdict([{ ...whole, before: all, after: all }]);
  expect(foreseeVisibility(ended, 12e9)).toBeUndefined();
  expect(foreseeVisibility(makeVerdict([makeSeries()]), 12e9)).toBeUndefined();
});
