import { expect, test } from 'vitest';
import { drawNetwork, measureNetwork } from '../levels/draw-network.ts';
import { listParts } from '../../../src/history/creep/list-parts.ts';
import {
  type CreepRequest,
  measureCreep as measureAll,
  findBar,
} from '../../../src/history/creep/measure-creep.ts';
import { fitLevels } from '../../../src/history/levels/fit-levels.ts';
import { createRandom } from '../../../src/stats/random.ts';

function fit(seed: number, levelOf: (place: number) => number) {
  const random = createRandom(seed);
  const network = drawNetwork({ commits: 120, anchors: 10, missing: 0 }, random);
  return fitLevels(measureNetwork(network, { host: 0.03, side: 0.01, levelOf }, random));
}
const asked: CreepRequest = {
  ...{ worse: 1, release: 50, yearFrom: 0 },
  limits: { release: Math.log(1.05), year: Math.log(1.2) },
};
const measureCreep = (...request: Parameters<typeof measureAll>) => measureAll(...request).creep;
const crept = (place: number): number => 0.12 * Math.min(1, Math.max(0, (place - 60) / 40));

test('many small changes are over the budget of a release, and under that of a year', () => {
  const creep = measureCreep(fit(1, crept), asked);
  expect(creep).toMatchObject([
    { since: 'release', from: 50, to: 119, isOver: true },
    { since: 'best', isOver: false },
  ]);
  expect(creep[0]!.low).toBeLessThan(0.12);
  expect(creep[0]!.high).toBeGreaterThan(0.12);
});

test('an unchanged series is never over', () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const over = measureCreep(
      fit(seed, () => 0),
      asked,
    ).filter(({ isOver }) => isOver);
    expect(over, `seed ${seed}`).toEqual([]);
  }
});

test('where higher is better, a fall is worse', () => {
  const [release] = measureCreep(
    fit(1, (place) => -crept(place)),
    { ...asked, worse: -1 },
  );
  expect(release).toMatchObject({ since: 'release', isOver: true });
});

test('a difference that the rule of the series calls noise is within every budget', () => {
  // Four writes become six: half as much again, and only two of them.
  const few = fit(3, (place) => Math.log(place < 80 ? 4 : 6));
  const over = (floor?: number): boolean[] =>
    measureCreep(few, { ...asked, limits: { ...asked.limits, floor } }).map(({ isOver }) => isOver);
  expect([over(), over(1), over(50)]).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
  const fewer = fit(3, (place) => Math.log(place < 80 ? 6 : 4));
  const request: CreepRequest = { ...asked, worse: -1, limits: { ...asked.limits, floor: 50 } };
  expect(measureCreep(fewer, request).some(({ isOver }) => isOver)).toBe(false);
});

test('without a release only the best level is compared with', () => {
  const { release: _, ...rest } = asked;
  expect(measureCreep(fit(1, crept), rest).map(({ since }) => since)).toEqual(['best']);
});

test('a commit that did most of it is the first of the parts', () => {
  const parts = listParts(
    fit(2, (place) => (place < 80 ? 0 : 0.1)),
    { from: 50, to: 119 },
    1,
  );
  expect(parts[0]).toMatchObject({ after: 79, place: 80, standsOut: true });
  expect(parts[0]!.size).toBeGreaterThan(0.07);
  expect(parts.filter(({ standsOut }) => standsOut)).toHaveLength(1);
});

const levels = (values: readonly number[], error = 0.01) =>
  values.map((level, place) => ({ place, level, error }));
const held = (level: number, count: number): number[] => Array.from({ length: count }, () => level);

test('the bar is the best level that held for long enough', () => {
  const all = levels([...held(1, 10), ...held(0.8, 10), ...held(1.1, 10)]);
  expect(findBar(all, 1, 10)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
});

test('an improvement that did not hold moves no bar', () => {
  const all = levels([...held(1, 10), ...held(0.8, 3), ...held(1, 10)]);
  const bar = findBar(all, 1, 10);
  const mean = bar.reduce((sum, place) => sum + all[place]!.level, 0) / 10;
  expect(mean).toBeGreaterThan(0.93);
});

test('a level that is hardly known is not the best', () => {
  const all = [...levels(held(1, 10)), ...levels(held(0.95, 10), 0.2)].map((one, place) => {
    return { ...one, place };
  });
  expect(findBar(all, 1, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('where higher is better, the bar is the highest', () => {
  const all = levels([...held(1, 10), ...held(2, 10), ...held(1, 10)]);
  expect(findBar(all, -1, 10)[0]).toBe(10);
});

test('too short a history has none', () => {
  expect(findBar(levels(held(1, 9)), 1, 10)).toEqual([]);
});

test('within its limit nothing is said of a budget whose beginning was not read', () => {
  const unread = { release: true, year: true };
  const [flat, late] = [fit(1, () => 0), fit(1, crept)];
  expect(measureAll(flat, { ...asked, unread })).toMatchObject({
    // All that counts of the release was read.
    creep: [{ since: 'release', isOver: false }],
    unread: ['best'],
  });
  const early = { ...asked, unread, release: 5 };
  expect(measureAll(flat, early).unread).toEqual(['release', 'best']);
  expect(measureAll(late, early)).toMatchObject({ creep: [{ isOver: true }], unread: ['best'] });
  const { release: _, ...none } = asked;
  expect(measureAll(flat, { ...none, unread }).unread).toEqual(['release', 'best']);
});
