import { compareWithin } from '../../../src/history/levels/compare-within.ts';
import { describe, expect, test } from 'vitest';
import { fitLevels } from '../../../src/history/levels/fit-levels.ts';
import { createRandom } from '../../../src/stats/random.ts';
import { drawNetwork, measureNetwork } from './draw-network.ts';
import { type MeasuredRun, summarizeRepeats } from '../../../src/history/levels/measured-run.ts';

interface Drawn {
  seed: number;
  commits?: number;
  host?: number;
  anchors?: number;
  missing?: number;
  levelOf?: (place: number) => number;
}

function drawRuns({ seed, commits = 200, host = 0.06, ...rest }: Drawn): MeasuredRun[] {
  const random = createRandom(seed);
  const network = drawNetwork({ commits, anchors: 0, missing: 0, ...rest }, random);
  return measureNetwork(network, { host, side: 0.012, ...rest }, random);
}

const seeds = Array.from({ length: 20 }, (_, i) => i + 1);

/** Root mean square around the mean: the height of the whole network is arbitrary. */
function errorOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

function usualError(anchors: number): number {
  const errors = seeds.map((seed) =>
    errorOf(fitLevels(drawRuns({ seed, anchors })).levels.map((l) => l.level)),
  );
  return Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / seeds.length);
}

describe('levels of a history of pairs', () => {
  test('are far more exact than the hosts are alike', () => {
    expect(usualError(0)).toBeGreaterThan(0.018);
    expect(usualError(0)).toBeLessThan(0.026);
  });

  test('are more exact with anchors, the more of them there are', () => {
    const [none, some, many] = [usualError(0), usualError(20), usualError(5)];
    expect(some).toBeLessThan(none);
    expect(many).toBeLessThan(some);
    expect(many).toBeLessThan(0.018);
  });

  test('have intervals that hold the truth about 95 times out of 100', () => {
    let inside = 0;
    let all = 0;
    for (const seed of seeds) {
      for (const { level, error } of fitLevels(drawRuns({ seed })).levels) {
        inside += Math.abs(level) <= 1.96 * error ? 1 : 0;
        all += 1;
      }
    }
    expect(inside / all).toBeGreaterThan(0.92);
    expect(inside / all).toBeLessThan(0.985);
  });

  test('equal those of a dense solution of the same equations', () => {
    const runs = drawRuns({
      seed: 3,
      commits: 40,
      host: 0.03,
      anchors: 7,
      missing: 0.2,
    });
    const spreads = { repeat: 0.01, side: 0.01, host: 0.05, hostsFrom: 'commits' } as const;
    const fit = fitLevels(runs, { spreads });
    const dense = solveDense(runs, spreads);
    fit.levels.forEach(({ place, level, error }) => {
      expect(level).toBeCloseTo(dense.get(place)!.level, 10);
      expect(error).toBeCloseTo(dense.get(place)!.error, 10);
    });
  });

  test('know that a step of one commit lies between it and the one before', () => {
    const runs = drawRuns({
      seed: 5,
      commits: 100,
      host: 0.06,
      levelOf: (place) => (place < 50 ? 0 : 0.1),
    });
    const { compare } = fitLevels(runs);
    const { value, error } = compare([49], [50]);
    expect(value).toBeGreaterThan(0.1 - 3 * error);
    expect(value).toBeLessThan(0.1 + 3 * error);
    expect(error).toBeLessThan(0.02);
  });

  test('hardly feel one run on a machine that was half as fast', () => {
    const runs = drawRuns({ seed: 6, commits: 100, host: 0.03 });
    const slow = runs.map(({ sides }, i) => ({
      sides: sides.map((side) => (i === 50 ? { ...side, mean: side.mean + 0.7 } : side)),
    }));
    const [plain, disturbed] = [fitLevels(runs), fitLevels(slow)];
    plain.levels.forEach(({ level }, i) => {
      expect(Math.abs(disturbed.levels[i]!.level - level)).toBeLessThan(0.02);
    });
    expect(disturbed.offsets[50]).toBeGreaterThan(0.6);
  });

  test('weigh a side of many repeats more than one of a few', () => {
    const random = createRandom(8);
    const side = (place: number, mean: number, repeats: number) => ({
      ...{ place, mean, repeats },
      variance: 0.0004 * (0.9 + 0.2 * random()),
    });
    const runs = [
      { sides: [side(0, 0, 20), side(1, 0.02, 20)] },
      { sides: [side(0, 0, 2), side(1, 0.06, 2)] },
    ];
    const { compare } = fitLevels(runs);
    expect(compare([0], [1]).value).toBeLessThan(0.03);
  });

  test('of tips alone are as far apart as the hosts, and say so', () => {
    const runs = drawRuns({ seed: 9 }).map(({ sides }) => ({ sides: sides.slice(1) }));
    const { levels, spreads } = fitLevels(runs);
    expect(spreads.hostsFrom).toBe('tips');
    expect(spreads.host).toBeGreaterThan(0.045);
    for (const { error } of levels) expect(error).toBeGreaterThan(0.045);
  });

  test('of counts that never differ are exact', () => {
    const runs = Array.from({ length: 20 }, (_, i) => ({
      sides: [i, i + 1].map((place) => ({ place, mean: place < 10 ? 3 : 3.1, repeats: 5 })),
    }));
    for (const { place, level, error } of fitLevels(runs).levels) {
      expect(level).toBeCloseTo(place < 10 ? 3 : 3.1, 3);
      expect(error).toBeLessThan(1e-3);
    }
  });
});

/** All unknowns at once, levels and offsets, by elimination with pivots. */
function solveDense(
  runs: readonly MeasuredRun[],
  { repeat, side, host }: { repeat: number; side: number; host: number },
): Map<number, { level: number; error: number }> {
  const places = [...new Set(runs.flatMap(({ sides }) => sides.map(({ place }) => place)))];
  const size = places.length + runs.length;
  const matrix: number[][] = Array.from({ length: size }, (_, i) =>
    Array.from({ length: 2 * size + 1 }, (__, j) => Number(j === size + i)),
  );
  runs.forEach(({ sides }, r) => {
    const run = places.length + r;
    matrix[run]![run]! += 1 / host ** 2;
    for (const { place, mean, repeats } of sides) {
      const precision = 1 / (side ** 2 + repeat ** 2 / repeats);
      const both = [places.indexOf(place), run];
      for (const a of both) {
        matrix[a]![2 * size]! += precision * mean;
        for (const b of both) matrix[a]![b]! += precision;
      }
    }
  });
  for (let pivot = 0; pivot < size; pivot += 1) {
    const own = matrix[pivot]!.map((entry) => entry / matrix[pivot]![pivot]!);
    matrix[pivot] = own;
    for (let row = 0; row < size; row += 1) {
      const factor = matrix[row]![pivot]!;
      if (row === pivot || factor === 0) continue;
      matrix[row] = matrix[row]!.map((entry, j) => entry - factor * own[j]!);
    }
  }
  return new Map(
    places.map((place, i) => [
      place,
      { level: matrix[i]![2 * size]!, error: Math.sqrt(matrix[i]![size + i]!) },
    ]),
  );
}

test('where most runs are zero and some burst, levels are as uncertain as the bursts make them', () => {
  const reads = 4096;
  for (const seed of seeds) {
    const random = createRandom(seed);
    const runs = Array.from({ length: 18 }, (_, place) => {
      const isCold = random() < 0.2;
      const read = (): number => (isCold && random() < 0.6 ? reads : 0);
      return {
        sides: [place, place + 1].map((at) =>
          summarizeRepeats(at, Array.from({ length: 5 }, read)),
        ),
      };
    });
    const readers = runs.flatMap(({ sides }) => sides).filter(({ mean }) => mean > 0);
    for (const { level, error } of fitLevels(runs).levels) {
      expect({ seed, isFinite: Number.isFinite(level) }).toEqual({ seed, isFinite: true });
      if (readers.length > 4) expect(error).toBeGreaterThan(reads / 20);
    }
  }
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
