/** Several builds a side: what builds of the same code differ by is an error of each series. */
import { expect, test } from 'vitest';
import { createRandom, drawNormal, type Random } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

const seed = 11;
const pairs = 20;
const rules = [{ where: 'a', match: {}, relative: 0.05, action: 'block' as const }];

interface Build {
  builds: number;
  /** Of each build, besides 0.5% from run to run. */
  deviation: number;
  /** By which the change is slower. */
  slower?: number;
  count?: number;
}

function drawSide(random: Random, level: number, { builds, deviation }: Build): number[] {
  const moves = Array.from({ length: builds }, () => deviation * drawNormal(random));
  return Array.from(
    { length: pairs },
    (_, repeat) => level * Math.exp((moves[repeat % builds] ?? 0) + 0.005 * drawNormal(random)),
  );
}

function judgeBuild(build: Build) {
  const random = createRandom(seed);
  const series = Array.from({ length: build.count ?? 10 }, (_, i) =>
    sampleSeries(
      drawSide(random, 100e6, build),
      drawSide(random, 100e6 * (1 + (build.slower ?? 0)), build),
      { span: `span ${i}` },
    ),
  );
  const plan = { repeats: 5, maxRepeats: 20, outliersPerFive: 1, builds: build.builds };
  return judge(sampleAggregate(series, { plan }), { ...options, rules });
}

test('builds that differ by 6% are red with one build a side, and not with four', () => {
  const differing = { deviation: 0.06 } as const;
  expect(judgeBuild({ builds: 1, ...differing }).counts.regressed, `seed ${seed}`).toBeGreaterThan(
    0,
  );
  expect(judgeBuild({ builds: 4, ...differing }).counts.regressed, `seed ${seed}`).toBe(0);
});

test('builds that do not differ are told of nothing, and clear what is unchanged', () => {
  const { counts, problems } = judgeBuild({ builds: 4, deviation: 0 });
  expect(problems).toEqual([]);
  expect(counts['not-regressed']).toBe(10);
});

test('a change that is larger than the differences is red, with the builds in its evidence', () => {
  const { series } = judgeBuild({ builds: 4, deviation: 0.01, slower: 0.2 });
  expect(series.every(({ state }) => state === 'regressed')).toBe(true);
  expect(series[0]?.evidence.builds).toBe(4);
  expect(series[0]?.evidence.change).toBeGreaterThan(0.15);
});

test('two builds a side are enough for a change that is far larger than builds of the same code differ by', () => {
  const { counts } = judgeBuild({ builds: 2, deviation: 0.01, slower: 0.2 });
  expect(counts.regressed, `seed ${seed}`).toBe(10);
});

test('two builds a side that differ by 2% leave unchanged code green', () => {
  const { counts } = judgeBuild({ builds: 2, deviation: 0.02, count: 50 });
  expect(counts.regressed, `seed ${seed}`).toBe(0);
});

test('a side with values of one build alone stays open, and says why', () => {
  const early = (level: number, from: number) =>
    Array.from({ length: pairs }, (_, repeat) => (repeat % 4 === 0 ? level + from * repeat : null));
  const full = Array.from({ length: pairs }, (_, repeat) => 100e6 + 1e5 * (repeat % 7));
  const plan = { repeats: 5, maxRepeats: 20, outliersPerFive: 1, builds: 4 };
  const one = sampleSeries(full, early(130e6, 1e5));
  const [series] = judge(sampleAggregate([one], { plan }), { ...options, rules }).series;
  expect(series?.state).toBe('undecided');
  expect(series?.reason).toContain('only one build has repeats that count');
});
