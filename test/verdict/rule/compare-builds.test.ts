/** Several builds a side: what builds of the same code differ by is an error of each series. */
import { expect, test } from 'vitest';
import type { Metric, SeriesVerdict } from '../../../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../../../src/stats/random.ts';
import { judge } from '../../../src/verdict/judge.ts';
import { latency, options, sampleAggregate, sampleSeries } from '../sample-aggregate.ts';

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

test('what two builds a side leave open says that it takes more of them', () => {
  const { series } = judgeBuild({ builds: 2, deviation: 0.02, slower: 0.12, count: 50 });
  const words = 'it takes more than 2 builds of each side to decide it (`builds` in perigee.yml)';
  expect(
    series.some(({ reason }) => reason?.endsWith(words)),
    `seed ${seed}`,
  ).toBe(true);
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

const instructions: Metric = {
  ...{ name: 'instructions', unit: 'count', direction: 'lower', kind: 'count' },
  ...{ source: 'callgrind', scope: 'tree', exactness: 'exact' },
};

type Functions = NonNullable<Parameters<typeof sampleAggregate>[1]>['functions'];

function judgeCounts(
  before: number[],
  after: number[],
  functions: Functions = [],
  others: Parameters<typeof sampleAggregate>[0] = [],
): SeriesVerdict[] {
  const counted = sampleSeries(before, after, { metric: 'instructions' });
  const metrics = [latency, instructions];
  const aggregate = sampleAggregate([counted, ...others], { metrics, functions });
  return judge(aggregate, { rules: [], tagsOf: new Map(), today: '2026-01-01' }).series;
}

const stateOf = (before: number[], after: number[]): string | undefined =>
  judgeCounts(before, after)[0]?.state;

test.each([
  ['equal counts', [1e8, 1e8], [1e8, 1e8], 'not-regressed'],
  ['half a percent more', [1e8, 1e8], [1.005e8, 1.005e8], 'regressed'],
  ['a little less', [1e8, 1e8], [1.00499e8, 1.00499e8], 'not-regressed'],
  ['two percent less', [1e8, 1e8], [0.98e8, 0.98e8], 'improved'],
  [
    'two percent more, nearly the same each time',
    [1e8, 100_000_400],
    [1.02e8, 102_000_600],
    'regressed',
  ],
  ['too near to the threshold', [1e8, 100_020_000], [1.005e8, 100_520_000], 'undecided'],
  [
    'runs that differ by more than a tenth of a percent',
    [1e8, 1.002e8],
    [1.2e8, 1.2e8],
    'undecided',
  ],
  ['few instructions, below the absolute threshold', [2e4, 2e4], [2.5e4, 2.5e4], 'not-regressed'],
  ['one run', [1e8], [1.2e8], 'undecided'],
])('%s: two runs decide', (_, before, after, state) => {
  expect(stateOf(before, after)).toBe(state);
});

test('a red series names the function that moved it, how often it was called and from where', () => {
  const parse = {
    ...{ name: 'parse_float', before: 4_000_000, after: 5_200_000 },
    ...{ callsBefore: 10_000, callsAfter: 13_000, caller: 'load' },
  };
  const [series] = judgeCounts(
    [1e8, 1e8],
    [1.0125e8, 1.0125e8],
    [{ test: 'upload', between: 'sides', functions: [parse] }],
  );

  expect(series?.reason).toBe(
    '1.25% more than before: 101,250,000 instead of 100,000,000, the same in every run; 0.5% is allowed; ' +
      '`parse_float` +1,200,000 (30% more), 96% of the increase, called 13,000 times instead of 10,000, from `load`',
  );
});

test('of several spans each names what grew most, and says that it is of the whole test', () => {
  const grown = { name: 'parse', before: 4_000_000, after: 12_000_000 };
  const functions = [
    {
      ...{ test: 'upload', between: 'sides' as const },
      functions: [{ ...grown, callsBefore: 9, callsAfter: 9 }],
    },
  ];
  const other = sampleSeries([1e8, 1e8], [1.1e8, 1.1e8], { metric: 'instructions', span: 'other' });
  const [one, two] = judgeCounts([1e8, 1e8], [1.02e8, 1.02e8], functions, [other]);

  for (const series of [one, two]) {
    expect(series?.reason).toMatch(/; in the whole test `parse` \+8,000,000 \(200% more\)$/);
  }
});

test('of several platforms each names its own function, and one whose platform is not known none', () => {
  const grown = { before: 4_000_000, after: 6_000_000, callsBefore: 9, callsAfter: 9 };
  const of = (name: string, platform?: string) => ({
    ...{ test: 'upload', between: 'sides' as const, functions: [{ name, ...grown }] },
    ...(platform === undefined ? {} : { platform }),
  });
  const more = { metric: 'instructions', platform: 'linux-arm64' };
  const other = sampleSeries([2e8, 2e8], [2.04e8, 2.04e8], more);
  const named = [of('parse_neon', 'linux-arm64'), of('parse_avx', 'linux-x64')];
  const reasonsOf = (functions: Functions) =>
    judgeCounts([1e8, 1e8], [1.02e8, 1.02e8], functions, [other]).map(
      ({ platform, reason }) => `${platform} ${reason?.split('; ')[2]}`,
    );

  expect(reasonsOf(named)).toEqual([
    'linux-x64 `parse_avx` +2,000,000 (50% more), 100% of the increase',
    'linux-arm64 `parse_neon` +2,000,000 (50% more), 50% of the increase',
  ]);
  expect(reasonsOf([of('parse')])).toEqual(['linux-x64 undefined', 'linux-arm64 undefined']);
});

test('of code that was compiled at run time it says only how much of the change is in it', () => {
  const compiled = {
    ...{ name: 'code without a name made at run time', before: 40_000_000, after: 41_000_000 },
    ...{ callsBefore: 10_000, callsAfter: 13_000, caller: 'uv_run' },
  };
  const functions = [{ test: 'upload', between: 'sides' as const, functions: [compiled] }];
  const [series] = judgeCounts([1e8, 1e8], [1.0125e8, 1.0125e8], functions);

  expect(series?.reason).toMatch(/; 80% of it in code that was compiled at run time$/);
});

test.each([
  ['the same each time', [1e8, 1e8], 0.005],
  ['nearly the same', [1e8, 100_010_000], 0.0063],
])('runs that are %s say which change would be red', (_, before, visible) => {
  const [series] = judgeCounts(before, before);
  expect(series?.evidence.smallestVisible).toBeCloseTo(visible, 3.5);
});

test('beside it stands the loop that ran more often', () => {
  const text = 'the loop at src/map.js:41 in put ran 24,000 instead of 2,400 times';
  const block = { path: 'src/map.js', line: 41, before: 2400, after: 24_000, text };
  const [series] = judgeCounts(
    [1e8, 1e8],
    [1.1e8, 1.1e8],
    [{ test: 'upload', between: 'sides', functions: [], blocks: [block] }],
  );

  expect(series?.reason).toMatch(new RegExp(`; 0.5% is allowed; ${text}$`));
});

test.each([
  ['pthread_mutex_lock', ' (threads: let it run in one)'],
  ['clock_gettime', ' (it reads the clock: give it a fixed time, or a fixed number of rounds)'],
  ['HashMap::insert', ' (random seeds: set the seed of its hashes or generator)'],
  ['block_operand_update', ''],
])('counts that differ name their likely source: %s', (name, source) => {
  const one = { name, before: 1, after: 2e6, callsBefore: 1, callsAfter: 9 };
  const [series] = judgeCounts(
    [1e8, 1.02e8],
    [1e8, 1e8],
    [{ test: 'upload', between: 'runs', functions: [one] }],
  );

  expect(series?.reason?.endsWith(`most of it in \`${name}\`${source}`)).toBe(true);
});

test('latency that grew says that its instructions did not', () => {
  const slower = sampleSeries(
    Array.from({ length: 20 }, (_, i) => 1e8 + i * 1e4),
    Array.from({ length: 20 }, (_, i) => 1.3e8 + i * 1e4),
  );
  const series = judgeCounts([1e8, 1e8], [1e8, 1e8], [], [slower]);

  expect(series.find(({ metric }) => metric === 'latency')?.reason).toContain(
    'its instructions did not grow',
  );
});
