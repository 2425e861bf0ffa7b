import { describe, expect, test } from 'vitest';
import { buildCanariesOption } from '../../../../src/web/pages/charts/canaries-option.ts';
import { drawRepeats } from '../../../../src/web/pages/charts/draw-repeats.ts';
import {
  findHistoryRange,
  placeByRuns,
  placeRepeats,
} from '../../../../src/web/pages/charts/history-view.ts';
import { namePlace, readPlace } from '../../../../src/web/pages/format/read-place.ts';
import { spreadRun } from '../../../../src/web/pages/format/spread-of-runs.ts';
import type { MachineHistory, RunOfSeries } from '../../../../src/web/api/answers.ts';
import type { ChartTheme } from '../../../../src/report/chart/chart-theme.ts';
import { commitAt, makeAnswer, makeRun } from '../make-answer.ts';

describe('canaries option', () => {
  const theme = {
    ...{ before: 'grey', after: 'blue', warn: 'brown', good: 'green', bad: 'red', text: 'black' },
  } as ChartTheme;

  function draw(canaries: readonly (readonly number[])[], apartMs = 1) {
    const machine: MachineHistory = {
      ...{ suite: 'sync', platform: 'linux-x64', cpu: 'EPYC', cores: 4, alarms: [] },
      builds: [0, 1, 2].map((place) => ({ runId: `run-${place}`, atMs: place * apartMs })),
      canaries: canaries.map((values, i) => ({
        ...{ canary: `canary-${i}`, title: `canary ${i}`, values: [...values] },
      })),
    };
    return buildCanariesOption(machine, theme);
  }

  test('the axis does not reach below no time at all', () => {
    const { yAxis } = draw([[10, 10, 64]]);
    expect(yAxis).toMatchObject({ min: expect.closeTo(-0.055), max: expect.closeTo(5.94) });
    expect(draw([[0.1, 10, 10]]).yAxis).toMatchObject({ min: -1 });
  });

  test('builds of one day stand at their hours, others at their days', () => {
    const label = (apartMs: number, place: number): string => {
      const { axisLabel } = draw([[1, 1, 1]], apartMs).xAxis as {
        axisLabel: { formatter: (place: number) => string };
      };
      return axisLabel.formatter(place);
    };
    expect([label(3_600_000, 0), label(3_600_000, 2)]).toEqual(['00:00 UTC', '02:00 UTC']);
    expect(label(86_400_000, 2)).toBe('1970-01-03');
  });

  test('twelve canaries look different, and few builds are dots', () => {
    const { series } = draw(Array.from({ length: 12 }, () => [1, 1, 1]));
    const lines = series as { lineStyle: object; showSymbol: boolean }[];
    expect(new Set(lines.map(({ lineStyle }) => JSON.stringify(lineStyle))).size).toBe(12);
    expect(lines[0]?.showSymbol).toBe(true);
  });
});

describe('history view', () => {
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
});

describe('place by runs', () => {
  /** A build of a laptop: neither of its commits is known to be on the default branch. */
  function makeLaptopRun(number: number): RunOfSeries {
    const run = makeRun(number, [100, 130], { branchKind: 'other' });
    for (const side of [run.before, run.after]) delete side?.place;
    return run;
  }

  test('without a build of the default branch each build stands for itself, in its turn', () => {
    const runs = [makeLaptopRun(1), makeLaptopRun(2)];
    const placed = placeByRuns(makeAnswer({ commits: [], levels: [], changes: [], runs }));
    expect(placed.commits).toHaveLength(4);
    const { changed, kept } = placeRepeats(placed, undefined);
    expect([...new Set(kept.map(({ place }) => place))]).toEqual([0, 2]);
    expect([...new Set(changed.map(({ place }) => place))]).toEqual([1, 3]);
  });

  test('of a series that none of its builds measured, too: what others measured has places of its own', () => {
    const placed = placeByRuns(makeAnswer({ levels: [], changes: [], runs: [makeLaptopRun(1)] }));
    const repeats = placeRepeats(placed, 'run-1');
    expect(repeats.own.map(({ place }) => place)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    const whole = { answer: placed, from: 0, to: 1, isLogarithmic: false, beside: [] };
    const { high } = findHistoryRange(whole, repeats);
    expect(high).toBeGreaterThan(130);
  });

  test('with one, commits keep their places', () => {
    const answer = makeAnswer();
    expect(placeByRuns(answer)).toBe(answer);
  });

  test('a commit that no build is of, and no git dates, is only known to be older than the next', () => {
    const { author: _, ...first } = commitAt(0);
    const answer = makeAnswer({ commits: [{ ...first, atMs: commitAt(1).atMs - 1 }, commitAt(1)] });
    expect([0, 1].map((place) => namePlace(answer, place))).toEqual([
      'before 2026-01-02',
      '2026-01-02',
    ]);
    expect(readPlace(answer, 0)).toContain('before 2026-01-02');
  });

  test('each side of such a build is named on the axis, and keeps its colour where readers come from it', () => {
    const runs = [makeLaptopRun(1)];
    const placed = placeByRuns(makeAnswer({ commits: [], levels: [], changes: [], runs }));
    const names = [0, 1, 2].map((place) => namePlace(placed, place));
    expect(names).toEqual(['before: 000000000000', 'after: 000000000000', '']);
    expect(readPlace(placed, 1)).toMatch(/^After: /);
    const repeats = placeRepeats(placed, 'run-1');
    const theme = { before: 'grey', after: 'blue', warn: 'brown' } as ChartTheme;
    const drawn = drawRepeats(repeats, { low: 0, high: 200 }, theme);
    const diamonds = drawn.filter(({ symbol }) => symbol === 'diamond');
    expect(diamonds.map(({ data, itemStyle }) => [data?.length, itemStyle?.color])).toEqual([
      [5, 'grey'],
      [5, 'blue'],
    ]);
  });

  test('the distribution of such a build parts before from after', () => {
    const run = makeLaptopRun(1);
    const { sides } = spreadRun(makeAnswer(), run) ?? {};
    expect(sides?.before?.at(0)).toBe(98);
    expect(sides?.after?.at(0)).toBe(0.98 * 130);
  });
});
