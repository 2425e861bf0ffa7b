import { describe, expect, test } from 'vitest';
import { drawProject, machineDay, releases } from '../../bench/replay/draw-project.ts';
import { scoreHistory } from '../../bench/replay/score-history.ts';
import { type ChangeOfSeries, summarizeHistory } from '../../src/history/summarize-history.ts';
import { createRandom, drawNormal } from '../../src/stats/random.ts';

describe('of 500 builds of 200 series, seed 3', () => {
  const project = drawProject(3, 0.03);
  const { histories, oddMachines } = summarizeHistory(
    project.map(({ runs }) => ({
      ...{ runs, direction: 'lower', budget: { release: 0.05, year: 0.2 } },
      release: releases[1],
    })),
  );

  test('everything planted is found once, and nothing else', () => {
    const scores = histories.map((history, i) => scoreHistory(history, project[i]!.planted));
    const sum = (of: 'found' | 'missed' | 'crept' | 'wrong' | 'overWrongly') =>
      scores.reduce((total, score) => total + score[of], 0);
    expect([sum('found'), sum('missed'), sum('crept'), sum('wrong')]).toEqual([18, 0, 6, 0]);
    expect(sum('overWrongly')).toBe(0);
  });

  test('the slow machine is named, by its runs', () => {
    const slow = project[0]!.runs.filter(({ sides }) => {
      const place = sides.at(-1)!.place;
      return place >= machineDay.from && place < machineDay.to;
    });
    for (const { id } of slow) expect(oddMachines).toContain(id);
    expect(oddMachines.size).toBeLessThan(slow.length + 4);
  });

  test('a regression has its size, its commits and its levels', () => {
    const [change] = histories[30]!.changes;
    expect(change).toMatchObject({ at: 420, isGradual: false });
    expect(change!.range.after).toBeLessThan(420);
    expect(change!.range.upTo).toBeGreaterThanOrEqual(420);
    expect(change!.change).toBeGreaterThan(0.25);
    expect(change!.change).toBeLessThan(0.35);
    expect(change!.before.high).toBeLessThan(change!.after.low);
  });

  test('a creep is one change over many commits, and over the budget of the release', () => {
    const { changes, creep } = histories[41]!;
    expect(changes).toMatchObject([{ isGradual: true }]);
    expect(changes[0]!.range.upTo - changes[0]!.range.after).toBeGreaterThan(20);
    const over = creep.find(({ since }) => since === 'release')!;
    expect(over).toMatchObject({ isOver: true });
    expect(over.size).toBeGreaterThan(0.07);
    expect(over.size).toBeLessThan(0.16);
    expect(over.parts.length).toBeGreaterThan(100);
    expect(over.parts.filter(({ standsOut }) => standsOut).length).toBeLessThan(3);
  });
});

test('what is not always positive has levels and changes, and no creep', () => {
  const runs = Array.from({ length: 80 }, (_, i) => ({
    id: String(i),
    sides: [i, i + 1].map((place) => ({ place, values: [place < 40 ? 0 : 3, place < 40 ? 0 : 3] })),
  }));
  const { histories } = summarizeHistory([{ runs, direction: 'lower', budget: { year: 0.2 } }]);
  expect(histories[0]).toMatchObject({ isLogarithm: false, creep: [] });
  expect(histories[0]!.levels[60]!.value).toBeCloseTo(3, 2);
  expect(histories[0]!.levels[10]!.value).toBe(0);
  // Of the level after: from zero any change is infinitely large.
  expect(histories[0]!.changes[0]!.change).toBeCloseTo(1, 4);
});

test('a change of values in nanoseconds is found although some of them are zero', () => {
  const random = createRandom(5);
  const measure = (place: number) =>
    Array.from({ length: 5 }, () =>
      random() < 0.02 ? 0 : (place < 60 ? 3e6 : 4.5e6) * (1 + 0.03 * drawNormal(random)),
    );
  const runs = Array.from({ length: 120 }, (_, i) => ({
    id: String(i),
    sides: [i, i + 1].map((place) => ({ place, values: measure(place) })),
  }));
  const [history] = summarizeHistory([{ runs, direction: 'lower' }]).histories;
  expect(history).toMatchObject({ isLogarithm: false, changes: [{ isConfirmed: true }] });
  const [{ change, range }] = history!.changes as [ChangeOfSeries];
  expect(change).toBeCloseTo(0.5, 1);
  expect(range.after).toBeLessThan(60);
  expect(range.upTo).toBeGreaterThanOrEqual(60);
});
