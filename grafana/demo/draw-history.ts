/** Builds of a shop that does not exist: what a company's store looks like after some months. */
import { canaries, machineSpan } from '../../src/contract/canaries.ts';
import { builtInMetrics } from '../../src/contract/metrics.ts';
import type { BuildPoints, SeriesPoint, StoredBuild } from '../../src/store/series-point.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';

export interface DemoRequest {
  seed: number;
  /** Of the default branch; every fourth has a pull request beside it. */
  pushes: number;
  /** When the newest push was built, in milliseconds since 1970. */
  endMs: number;
}

const hourMs = 3_600_000;
const betweenPushesMs = 6 * hourMs;
const repeats = 5;
const repository = 'acme/shop';

/** Latencies in milliseconds. */
const spans = [
  { suite: 'web', test: 'checkout', span: 'whole test', annotations: {}, ms: 420 },
  { suite: 'web', test: 'checkout', span: 'pay', annotations: {}, ms: 130 },
  { suite: 'web', test: 'search', span: 'whole test', annotations: { items: 100 }, ms: 40 },
  { suite: 'web', test: 'search', span: 'whole test', annotations: { items: 10_000 }, ms: 310 },
  { suite: 'sync', test: 'upload', span: 'whole test', annotations: {}, ms: 800 },
] as const;
const suites = ['web', 'sync'] as const;
const platforms = ['linux-x64', 'linux-arm64'] as const;

/** As a share of all pushes: since when the search is slower, and the days on which the machines were. */
export const planted = {
  slower: { test: 'search', from: 0.6, by: 0.18 },
  machines: { from: 0.8, to: 0.86, by: 0.3 },
} as const;

const meaningOfCanary = { unit: 'ns', direction: 'lower', kind: 'duration' } as const;

/** In the order of their times. The same request gives the same builds. */
export function drawHistory({ seed, pushes, endMs }: DemoRequest): BuildPoints[] {
  const random = createRandom(seed);
  const builds: BuildPoints[] = [];
  for (let push = 0; push < pushes; push += 1) {
    const atMs = endMs - (pushes - 1 - push) * betweenPushesMs;
    for (const suite of suites) {
      builds.push(drawBuild({ suite, push, of: pushes, atMs, kind: 'default' }, random));
      if (push % 4 !== 3) continue;
      const before = atMs - 2 * hourMs - suites.indexOf(suite) * 60_000;
      builds.push(
        drawBuild({ suite, push, of: pushes, atMs: before, kind: 'pull-request' }, random),
      );
    }
  }
  return builds.sort((a, b) => a.build.atMs - b.build.atMs);
}

interface DrawnBuild {
  suite: (typeof suites)[number];
  push: number;
  of: number;
  atMs: number;
  kind: 'default' | 'pull-request';
}

function drawBuild(of: DrawnBuild, random: Random): BuildPoints {
  const share = of.push / of.of;
  const { machines } = planted;
  const machine =
    Math.exp(0.03 * drawNormal(random)) *
    (share >= machines.from && share < machines.to ? 1 + machines.by : 1);
  const points = platforms.flatMap((platform) => [
    ...spans
      .filter(({ suite }) => suite === of.suite)
      .flatMap((span) => drawSpan(span, { platform, of, machine }, random)),
    drawMachine(platform, machine, random),
  ]);
  return { build: describeBuild(of, random), points };
}

function drawSpan(
  span: (typeof spans)[number],
  { platform, of, machine }: { platform: string; of: DrawnBuild; machine: number },
  random: Random,
): SeriesPoint[] {
  const { test, span: name, annotations, ms } = span;
  const { slower } = planted;
  const slow = platform === 'linux-arm64' ? 1.25 : 1;
  const isChanged = (push: number): boolean => test === slower.test && push / of.of >= slower.from;
  return (['before', 'after'] as const).flatMap((side) => {
    const push = side === 'after' ? of.push : of.push - 1;
    const level = ms * 1e6 * slow * machine * (isChanged(push) ? 1 + slower.by : 1);
    return Array.from({ length: repeats }, (_, repeat): SeriesPoint => {
      const isOutlier = random() < 0.04;
      const switches = Math.round(8 * Math.exp(drawNormal(random)));
      const noise = Math.exp(0.01 * drawNormal(random)) + 0.002 * switches;
      const latency = Math.round(level * noise * (isOutlier ? 1.6 : 1));
      return {
        ...{ test, span: name, annotations, platform, side, repeat },
        values: {
          ...{ latency, 'cpu.total': Math.round(0.7 * level * noise) },
          'memory.peak': Math.round(80e6 + 2e6 * random()),
          'disk.write_bytes': 4096 * Math.round(ms / 4),
          'context_switches.involuntary': switches,
        },
        outliers: isOutlier ? ['latency'] : [],
      };
    });
  });
}

function drawMachine(platform: string, machine: number, random: Random): SeriesPoint {
  const values = canaries.map(({ name }, place): [string, number] => {
    return [name, Math.round(1e5 * (place + 1) * machine * Math.exp(0.01 * drawNormal(random)))];
  });
  const cpu = platform === 'linux-arm64' ? 'Example Arm' : 'Example CPU @ 2.5GHz';
  return {
    ...{ test: machineSpan.test, span: machineSpan.span, platform },
    annotations: { cpu, cores: 4 },
    ...{ side: 'after', repeat: 0, values: Object.fromEntries(values), outliers: [] },
  };
}

function describeBuild({ suite, push, of, atMs, kind }: DrawnBuild, random: Random): StoredBuild {
  const number = (kind === 'default' ? 10_000 : 20_000) + 10 * push + suites.indexOf(suite);
  const runId = String(number);
  const measured = new Set(['latency', 'cpu.total', 'memory.peak', 'disk.write_bytes']);
  measured.add('context_switches.involuntary');
  return {
    ...{ repository, suite, runId, atMs, branchKind: kind },
    commit: nameCommit(kind === 'default' ? push : of + push),
    baseline: nameCommit(push - 1),
    branch: kind === 'default' ? 'main' : `feature-${push}`,
    author: ['Ann', 'Ben', 'Cleo'][push % 3] ?? '',
    ...(kind === 'default' ? {} : { pullRequest: 100 + push }),
    committedAtMs: atMs - 10 * 60_000,
    links: { build: `https://ci.example.com/runs/${runId}` },
    isComplete: random() > 0.03,
    metrics: [
      ...builtInMetrics
        .filter(({ name }) => measured.has(name))
        .map(({ name, unit, direction, kind: one }) => ({ name, unit, direction, kind: one })),
      ...canaries.map(({ name }) => ({ name, ...meaningOfCanary })),
    ],
  };
}

function nameCommit(number: number): string {
  return (number + 0x1000).toString(16).padStart(40, 'c0ffee');
}
