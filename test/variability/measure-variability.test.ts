import { expect, test } from 'vitest';
import type { Metric, RunRecord } from '../../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';
import { compareSpreads, findHelpful } from '../../src/variability/compare-spreads.ts';
import { measureVariability } from '../../src/variability/measure-variability.ts';
import { orderOfRuns, waiting } from '../../src/variability/rank-causes.ts';
import { latency, makeProfile, makeRecord } from '../aggregate/make-record.ts';
import { countTrials } from '../nightly.ts';

const seed = 20_261_126;
const switches: Metric = {
  ...latency,
  ...{ name: 'context_switches.involuntary', unit: 'count', kind: 'count' },
};

interface Draft {
  rounds?: number;
  runs?: number;
  /** The latency of a run, of 100. */
  draw: (random: () => number, run: { round: number; place: number }) => Record<string, number>;
}

function measureRounds({ rounds = 5, runs = 5, draw }: Draft): RunRecord[] {
  const random = createRandom(seed);
  return Array.from({ length: rounds }, (_, round) =>
    makeRecord(
      Array.from({ length: runs }, (_run, repeat) => {
        const values = draw(random, { round, place: round * runs + repeat });
        return makeProfile('after', repeat, 100, {
          metrics: [latency, switches],
          spans: [{ span: 'work', annotations: {}, occurrences: 1, values }],
        });
      }),
    ),
  );
}

test('each series has its spread, its rounds, and the pairs that it needs', () => {
  const records = measureRounds({
    draw: (random, { round }) => ({ latency: 100 + 5 * round + drawNormal(random) }),
  });
  const { rounds, runs, series } = measureVariability(records);
  expect({ rounds, runs }).toEqual({ rounds: 5, runs: 5 * 5 });
  expect(series).toHaveLength(1);
  expect(series[0]).toMatchObject({ test: 'upload', span: 'work', metric: 'latency', unit: 'ns' });
  expect(series[0]?.within).toBeLessThan(0.02);
  expect(series[0]?.between).toBeGreaterThan(0.05);
  expect(series[0]?.pairsForFivePercent).toBe(5);
});

test('the metric that latency goes with is named, and one that goes its own way is not', () => {
  const records = measureRounds({
    draw: (random) => {
      const taken = Math.round(10 * random());
      return {
        latency: 100 + taken + drawNormal(random),
        'context_switches.involuntary': taken,
        'page_faults.minor': Math.round(100 * random()),
      };
    },
  });
  const { causes } = measureVariability(records);
  expect(causes.map(({ what }) => what)).toEqual(['context_switches.involuntary']);
  expect(causes[0]?.spearman).toBeGreaterThan(0.8);
});

test('what lies outside the test is named before an effect that is stronger', () => {
  const records = measureRounds({
    draw: (random) => {
      const taken = Math.exp(drawNormal(random));
      return {
        latency: 100 + taken,
        'cpu.total': 50 + taken,
        'context_switches.involuntary': 10 + taken * Math.exp(0.3 * drawNormal(random)),
      };
    },
  });
  const { causes } = measureVariability(records);
  expect(causes.map(({ what }) => what)).toEqual(['context_switches.involuntary', 'cpu.total']);
  expect(causes[1]?.spearman).toBeGreaterThan(causes[0]?.spearman ?? 1);
});

test('waiting is named where neither the CPU time nor the machine goes with latency', () => {
  const causesOf = (work: number): string[] => {
    const records = measureRounds({
      draw: (random) => {
        const latency = 100 + 20 * random();
        const preempted = latency / 10 - 9 + random() / 10;
        return {
          latency,
          'cpu.total': work + drawNormal(random),
          'context_switches.involuntary': latency / preempted,
        };
      },
    });
    return measureVariability(records).causes.map(({ what }) => what);
  };
  expect(causesOf(50)[0]).toBe(waiting);
  // Several threads now and then, such as those that start a runtime.
  expect(causesOf(108)[0]).toBe(waiting);
  // Three threads: nobody knows how long each waited.
  expect(causesOf(300)).not.toContain(waiting);
});

test('switches that only grow with the duration of a run are not named', () => {
  const records = measureRounds({
    draw: (random) => {
      const latency = 100 * Math.exp(0.2 * drawNormal(random));
      return { latency, 'context_switches.involuntary': latency * (1 + random()) };
    },
  });
  expect(measureVariability(records).causes).toEqual([]);
});

test('latency that grows from run to run goes with their order', () => {
  const records = measureRounds({
    draw: (random, { place }) => ({ latency: 100 + place + drawNormal(random) }),
  });
  expect(measureVariability(records).causes.map(({ what }) => what)).toEqual([orderOfRuns]);
});

test('below twenty runs nothing is said of causes', () => {
  const records = measureRounds({
    rounds: 3,
    draw: (_random, { place }) => ({ latency: 100 + place, 'page_faults.minor': place }),
  });
  expect(measureVariability(records)).toMatchObject({ runs: 15, runsForCauses: 20, causes: [] });
});

test('a run that failed is named, and its whole test does not count', () => {
  const [record] = measureRounds({ rounds: 1, draw: () => ({ latency: 100 }) });
  record?.profiles.push(
    makeProfile('after', 5, 1, {
      outcome: { status: 'failed', exitCode: 1 },
      spans: [{ span: 'whole test', annotations: {}, occurrences: 1, values: { latency: 1 } }],
    }),
  );
  const { failing, series } = measureVariability(record === undefined ? [] : [record]);
  expect(failing).toEqual(['upload']);
  expect(series.map(({ span }) => span)).toEqual(['work']);
});

test('what is always zero has no share to differ by', () => {
  const records = measureRounds({ draw: () => ({ latency: 100, 'page_faults.major': 0 }) });
  expect(measureVariability(records).series.map(({ metric }) => metric)).toEqual(['latency']);
});

test.each([
  ['that takes more of the CPUs in slow runs is named', 1, ['program busy']],
  ['whose CPU time only grows with the duration is not', 0, []],
])('a program beside the test %s', (_title, strength, expected) => {
  const random = createRandom(seed);
  const record = makeRecord(
    Array.from({ length: 30 }, (_, repeat) => {
      const slower = 0.2 * drawNormal(random);
      const value = 100 * (1 + slower);
      const share = 0.5 + 0.1 * (strength * slower * 5 + (1 - strength) * drawNormal(random));
      const neighbours = [{ name: 'busy', cpuNs: value * 1e6 * share }];
      const spans = [{ span: 'work', annotations: {}, occurrences: 1, values: { latency: value } }];
      return {
        ...makeProfile('after', repeat, 100, { spans }),
        durationNs: value * 1e6,
        neighbours,
      };
    }),
  );
  const { causes } = measureVariability([record]);
  expect(
    causes.map(({ what }) => what),
    `seed ${seed}`,
  ).toEqual(expected);
});

const spreadSeed = 20_261_127;
const records = countTrials({ byNight: 500, byDay: 100 });

/** Pairs of one commit; the noise of each side is that share of 100. */
function measurePairs(random: Random, without: number, other: number, level = 100): RunRecord {
  return makeRecord(
    Array.from({ length: 25 }, (_, pair) => [
      makeProfile('before', pair, 100 * (1 + without * drawNormal(random))),
      makeProfile('after', pair, level * (1 + other * drawNormal(random))),
    ]).flat(),
  );
}

function countEffects(without: number, other: number, level?: number): Record<string, number> {
  const random = createRandom(spreadSeed);
  const counts: Record<string, number> = { others: 0 };
  for (let i = 0; i < records; i += 1) {
    const [change] = compareSpreads(measurePairs(random, without, other, level));
    if (change === undefined) continue;
    counts[change.effect] = (counts[change.effect] ?? 0) + 1;
    if (change.isOtherMeasure) counts['others'] = (counts['others'] ?? 0) + 1;
  }
  return counts;
}

test('what halves the noise of 25 runs is mostly said to help, and never to harm', () => {
  const { less = 0, more = 0 } = countEffects(0.06, 0.03);
  expect(less, `seed ${spreadSeed}`).toBeGreaterThan(
    countTrials({ byNight: 0.6, byDay: 0.55 }) * records,
  );
  expect(more, `seed ${spreadSeed}`).toBe(0);
});

test('what changes nothing is seldom said to', () => {
  const { less = 0, more = 0, others = 0 } = countEffects(0.05, 0.05);
  expect(less + more, `seed ${spreadSeed}`).toBeLessThan(0.03 * records);
  expect(others, `seed ${spreadSeed}`).toBeLessThan(0.03 * records);
});

test('what makes the test much faster measures something else', () => {
  expect(countEffects(0.03, 0.03, 60)['others'], `seed ${spreadSeed}`).toBe(records);
});

test('nothing is said of fewer than five runs', () => {
  const record = makeRecord([makeProfile('before', 0, 100), makeProfile('after', 0, 100)]);
  expect(compareSpreads(record)).toEqual([]);
});

test('of twenty settings that change nothing, seldom one is said to help', () => {
  const random = createRandom(spreadSeed);
  let wrong = 0;
  const samples = countTrials({ byNight: 50, byDay: 10 });
  for (let i = 0; i < samples; i += 1) {
    const trials = Array.from({ length: 20 }, () =>
      compareSpreads(measurePairs(random, 0.05, 0.05)),
    );
    if (findHelpful(trials).some((best) => best !== undefined)) wrong += 1;
  }
  expect(wrong, `seed ${spreadSeed}`).toBeLessThan(0.12 * samples);
});

test('what helps is found among settings that do not, unless it measures something else', () => {
  const random = createRandom(spreadSeed);
  const trials = [
    compareSpreads(measurePairs(random, 0.05, 0.05)),
    compareSpreads(measurePairs(random, 0.06, 0.01)),
    compareSpreads(measurePairs(random, 0.06, 0.01, 60)),
    compareSpreads(measurePairs(random, 0.01, 0.06)),
  ];
  const found = findHelpful(trials).map((best) => best !== undefined);
  expect(found, `seed ${spreadSeed}`).toEqual([false, true, false, false]);
});
