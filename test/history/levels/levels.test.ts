import { describe, expect, test } from 'vitest';
import { appendRun, unmeasured } from '../../../src/history/levels/append-run.ts';
import { compareWithin } from '../../../src/history/levels/compare-within.ts';
import { type CommitLevel, fitLevels } from '../../../src/history/levels/fit-levels.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { drawNetwork, measureNetwork } from './draw-network.ts';

describe('append run', () => {
  function drawRuns(seed: number, commits: number, anchors: number) {
    const random = createRandom(seed);
    const network = drawNetwork({ commits, anchors, missing: 0 }, random);
    return measureNetwork(network, { host: 0.06, side: 0.012 }, random);
  }

  test('levels that grow run by run are those of the whole history', () => {
    const runs = drawRuns(1, 900, 20);
    let history = unmeasured;
    const known = new Map<number, CommitLevel>();
    for (const run of runs) {
      const next = appendRun(history, run);
      history = next.history;
      for (const one of next.changed) known.set(one.place, one);
    }
    expect(history.recent.length).toBeLessThanOrEqual(300);
    const whole = fitLevels(runs).levels;
    const squares = whole.map(({ place, level }) => (known.get(place)!.level - level) ** 2);
    const apart = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
    const usual = whole[450]!.error;
    expect(apart).toBeLessThan(usual / 3);
  });

  test('a commit that was measured late takes its place among the others', () => {
    const runs = drawRuns(2, 60, 0);
    const late = runs.splice(20, 1)[0]!;
    const { changed } = [...runs, late].reduce(
      (state, run) => appendRun(state.history, run),
      appendRun(unmeasured, runs[0]!),
    );
    expect(changed.map(({ place }) => place)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });
});

describe('compare within', () => {
  const run = (places: number[], values: number[], weights = [1, 1]) => ({
    places,
    values,
    weights,
  });

  test('only runs that measured both sides count, whatever their hosts were like', () => {
    const runs = [
      run([9, 10], [1, 1.1]),
      run([3, 12], [5, 5.3]),
      run([5, 11], [2, 2.2]),
      run([8, 9], [0, 9]),
      run([10, 11], [9, 0]),
    ];
    expect(compareWithin(runs, 9, 10)).toBeCloseTo(0.2, 9);
  });

  test('an outlier among them says nothing, and without any run nothing is said', () => {
    expect(compareWithin([run([9, 10], [1, 4], [1, 0.1])], 9, 10)).toBeUndefined();
    expect(compareWithin([run([9, 10], [1, 4])], 4, 5)).toBeUndefined();
  });
});
