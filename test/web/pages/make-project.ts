import { createHash } from 'node:crypto';
import {
  type DrawnSeries,
  drawProject,
  machineDay,
  releases,
} from '../../../bench/replay/draw-project.ts';
import { canaries, machineSpan } from '../../../src/contract/canaries.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from '../../../src/store/series-point.ts';
import { createRandom, drawNormal, type Random } from '../../../src/stats/random.ts';

export const repository = 'acme/sync';
export const suite = 'sync';
/** The pull request that makes the first series slower by three tenths. */
export const slowPull = 144;

const tests = 'upload download list search sign sync export import login render'.split(' ');
const sizes = [10, 100, 1_000, 10_000, 100_000];
const platforms = ['linux-x64', 'linux-arm64'];
const metrics = ['latency', 'cpu.total'] as const;
const authors = ['Ann', 'Bo', 'Chidi', 'Dana', 'Emre'];
const hosts = ['AMD EPYC 7763', 'Intel Xeon 8370C', 'AMD EPYC 9V74'];
const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 5);

export function commitAt(place: number | string): string {
  return createHash('sha1').update(`commit ${place}`).digest('hex');
}

/** The span of the series of this number, which is its place in the project: four series share one test and size. */
export function nameSeriesAt(number: number) {
  return {
    test: tests[Math.floor(number / 20)] ?? 'other',
    span: tests[Math.floor(number / 20)] ?? 'other',
    annotations: { num_files: sizes[Math.floor(number / 4) % 5] ?? 0 },
    platform: platforms[Math.floor(number / 2) % 2] ?? '',
    metric: metrics[number % 2] ?? 'latency',
  };
}

/** The project of bench/replay.ts as builds of a store: with hosts, canaries, outliers, releases and pull requests. */
export function makeProject(seed: number): BuildPoints[] {
  const random = createRandom(seed + 1_000);
  const project = drawProject(seed, 0.03);
  const runs = project[0]?.runs ?? [];
  const builds = runs.map(({ id, sides }, i) => {
    const [before, after] = [sides.at(0)?.place ?? 0, sides.at(-1)?.place ?? 0];
    const values = project.map((one) => readSides(one, i));
    const build = makeBuild(`90${id.padStart(4, '0')}`, before, after);
    return { build, points: makePoints(values, after, random) };
  });
  return [...builds, ...makePulls(project, random)];
}

type Sides = { before: readonly number[]; after: readonly number[] };

function readSides({ runs }: DrawnSeries, i: number): Sides {
  const sides = runs[i]?.sides ?? [];
  return { before: sides.at(0)?.values ?? [], after: sides.at(-1)?.values ?? [] };
}

function makeBuild(
  runId: string,
  before: number,
  after: number,
  facts: Partial<StoredBuild> = {},
): StoredBuild {
  const isRelease = releases.some((one) => one === after);
  return {
    ...{ repository, suite, runId, commit: commitAt(after), baseline: commitAt(before) },
    atMs: startMs + after * 16 * hourMs + (after - before) * 60_000,
    committedAtMs: startMs + after * 16 * hourMs - hourMs,
    branchKind: 'default',
    branch: 'main',
    author: authors[after % authors.length] ?? '',
    isComplete: after % 97 !== 0,
    metrics: metrics.map((name) => ({ name, unit: 'ns', direction: 'lower', kind: 'duration' })),
    links: {
      build: `https://github.com/${repository}/actions/runs/${runId}`,
      'log of shard 1': `https://github.com/${repository}/actions/runs/${runId}/job/1`,
    },
    machines: [
      { cpu: hosts[after % hosts.length] ?? '', cores: 4, kernel: after < 300 ? '6.8' : '6.11' },
    ],
    ...(isRelease
      ? { branchKind: 'release', branch: `release/${releases.indexOf(after as 150) + 1}.0` }
      : {}),
    ...facts,
  };
}

function makePoints(values: readonly Sides[], place: number, random: Random): SeriesPoint[] {
  const points: SeriesPoint[] = [];
  for (let first = 0; first < values.length; first += 2) {
    const { metric: _, ...span } = nameSeriesAt(first);
    const scale = 1e6 * (1 + (first % 7)) * Math.sqrt(span.annotations.num_files);
    for (const side of ['before', 'after'] as const) {
      const outlier = random() < 0.03 ? Math.floor(5 * random()) : -1;
      for (let repeat = 0; repeat < 5; repeat += 1) {
        const by = repeat === outlier ? 1.4 + 2 * random() : 1;
        const [latency = 0, cpu = 0] = [values[first], values[first + 1]].map(
          (one) => one?.[side][repeat] ?? 0,
        );
        points.push({
          ...{ ...span, side, repeat },
          values: { latency: (latency * scale * by) / 100, 'cpu.total': (cpu * scale) / 120 },
          outliers: repeat === outlier ? ['latency'] : [],
        });
      }
    }
  }
  return [...points, makeCanaries(place, random)];
}

function makeCanaries(place: number, random: Random): SeriesPoint {
  const isSlow = place >= machineDay.from && place < machineDay.to;
  const values = canaries.slice(0, 4).map(({ name }, i) => {
    const slow = isSlow ? 1 + machineDay.by : 1;
    return [name, 1e6 * (i + 1) * slow * (1 + 0.01 * drawNormal(random))] as const;
  });
  return {
    ...machineSpan,
    ...{ annotations: { cpu: hosts[place % hosts.length] ?? '', cores: 4 }, platform: 'linux-x64' },
    ...{ side: 'after', repeat: 0, values: Object.fromEntries(values), outliers: [] },
  };
}

/** A pull request on every tenth commit, from its baseline's own values. */
function makePulls(project: readonly DrawnSeries[], random: Random): BuildPoints[] {
  const runs = project[0]?.runs ?? [];
  return runs.flatMap(({ sides }, i) => {
    const place = sides.at(-1)?.place ?? 0;
    const isNext = sides.at(-1)?.place !== runs[i + 1]?.sides.at(-1)?.place;
    if (place % 10 !== 0 || !isNext) return [];
    const pullRequest = 100 + place / 10;
    const values = project.map((one, number) => {
      const { after } = readSides(one, i);
      const by = pullRequest === slowPull && number === 0 ? 1.3 : 1;
      return {
        before: after,
        after: after.map((value) => by * value * (1 + 0.004 * drawNormal(random))),
      };
    });
    const build = makeBuild(`95${String(place).padStart(4, '0')}`, place, place, {
      ...{ branchKind: 'pull-request', pullRequest, branch: `topic-${pullRequest}` },
      commit: commitAt(`of pull request ${pullRequest}`),
      author: authors[pullRequest % authors.length] ?? '',
    });
    return [{ build, points: makePoints(values, place, random) }];
  });
}
