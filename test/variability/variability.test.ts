import { describe, expect, test } from 'vitest';
import type { RunRecord } from '../../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';
import { correlateMetrics } from '../../src/variability/correlate-metrics.ts';
import { proposeThresholds } from '../../src/variability/propose-threshold.ts';
import { rankFunctions } from '../../src/variability/rank-functions.ts';
import { makeProfile, makeRecord } from '../aggregate/make-record.ts';

describe('correlate metrics', () => {
  const runs = [1, 2, 3, 4, 5].map((latency, place) => ({
    round: 0,
    place,
    values: {
      constant: 7,
      'cpu.total': 10 * latency,
      latency,
      ...(place > 2 ? { rare: place } : {}),
    },
    hostLoad: { stealShare: 1 / latency },
  }));
  const span = { test: 'a', span: 'b', annotations: {} };

  test('what changes is correlated with all that changes, latency first', () => {
    const [matrix] = correlateMetrics({ ...span, runs });
    expect(matrix?.names).toEqual([
      'latency',
      'cpu.total',
      'rare',
      'host.steal',
      'order of the runs',
    ]);
    expect(matrix?.spearman[0]?.map((r) => r && Math.round(r * 1e9) / 1e9)).toEqual([
      ...[1, 1, null, -1, 1],
    ]);
  });

  test('where nothing changes there is no matrix', () => {
    const same = [{ round: 0, place: 0, values: { latency: 1 }, hostLoad: {} }];
    expect(correlateMetrics({ ...span, runs: same })).toEqual([]);
  });
});

describe('rank functions', () => {
  const seed = 20_261_123;

  /** Runs of 100 ms whose noise is in `write`, and as many functions as noise of their own. */
  function profileRuns(random: Random, runs: number, share = 1): RunRecord {
    return makeRecord(
      Array.from({ length: runs }, (_, repeat) => {
        const noise = 5e6 * drawNormal(random);
        const others = 5e6 * Math.sqrt(1 - share ** 2) * drawNormal(random);
        const durationNs = 100e6 + share * noise + others;
        const functions = [
          { name: 'write (src/write.js:3)', selfNs: 40e6 + share * noise },
          ...Array.from({ length: 40 }, (_each, at) => ({
            name: `quiet${at}`,
            selfNs: 1e6 + 1e5 * drawNormal(random),
          })),
        ];
        return { ...makeProfile('after', repeat, durationNs), durationNs, functions };
      }),
    );
  }

  test('the function in which the noise is explains the variance', () => {
    const [first, ...others] = rankFunctions([profileRuns(createRandom(seed), 25)]);
    expect(first?.name).toBe('write (src/write.js:3)');
    expect(first?.share, `seed ${seed}`).toBeCloseTo(1, 5);
    expect(others, `seed ${seed}`).toEqual([]);
  });

  test('a function that has half of the variance has a share of about a half', () => {
    const [first] = rankFunctions([profileRuns(createRandom(seed), 400, Math.SQRT1_2)]);
    expect(first?.share, `seed ${seed}`).toBeGreaterThan(0.35);
    expect(first?.share, `seed ${seed}`).toBeLessThan(0.65);
  });

  test('of functions that have nothing to do with the duration, seldom one is named', () => {
    const random = createRandom(seed);
    let wrong = 0;
    for (let i = 0; i < 100; i += 1) wrong += rankFunctions([profileRuns(random, 25, 0)]).length;
    expect(wrong, `seed ${seed}`).toBeLessThan(12);
  });

  test('nothing is said of nineteen runs', () => {
    expect(rankFunctions([profileRuns(createRandom(seed), 19)])).toEqual([]);
  });
});

const minute = 60_000;

test('each threshold comes with the time until twice its size shows, the smallest first', () => {
  const proposals = proposeThresholds(0.05, 10, 0.1 * minute);
  expect(proposals.map(({ threshold }) => threshold)).toEqual([0.03, 0.05, 0.1, 0.2]);
  const times = proposals.map(({ timeMs }) => timeMs);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  for (const { pairs, seen, threshold, timeMs } of proposals) {
    expect(seen).toBe(2 * threshold);
    expect(timeMs).toBeCloseTo(pairs * 0.1 * minute);
  }
});

test('more noise and more series need more pairs, and nothing is red before ten', () => {
  const pairsOf5 = (variation: number, series: number) =>
    proposeThresholds(variation, series, 1).find(({ threshold }) => threshold === 0.05)?.pairs;
  expect(pairsOf5(0.001, 1)).toBe(10);
  expect(pairsOf5(0.03, 10)).toBeGreaterThan(pairsOf5(0.02, 10) ?? 0);
  expect(pairsOf5(0.03, 200)).toBeGreaterThan(pairsOf5(0.03, 10) ?? 0);
});

test('what no time shows is not proposed', () => {
  expect(proposeThresholds(0.15, 10, 1).map(({ threshold }) => threshold)).toEqual([0.1, 0.2]);
  expect(proposeThresholds(2, 10, 1)).toEqual([]);
});
