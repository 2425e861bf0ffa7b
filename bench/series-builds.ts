/** Builds as a suite of 200 spans gives them, five repeats on each side, ten metrics. */
import type { BuildPoints, SeriesPoint } from '../src/store/series-point.ts';
import { createRandom } from '../src/stats/random.ts';

export const benchTests = 50;
export const benchSpans = 4;
const repeats = 5;
const sides = ['before', 'after'] as const;
export const pointsOfBenchBuild = benchTests * benchSpans * repeats * sides.length;

export const benchMetrics = [
  ...['latency', 'cpu.total', 'cpu.user', 'cpu.system', 'memory.peak'],
  ...['disk.read_bytes', 'disk.write_bytes', 'network.sent_bytes', 'disk.reads', 'disk.writes'],
];
const random = createRandom(1);

export function nameBenchSpan(
  test: number,
  span: number,
): Pick<SeriesPoint, 'test' | 'span' | 'platform'> {
  return { test: `test number ${test}`, span: `span ${span}`, platform: 'linux-x64' };
}

export function makeBenchBuild(number: number): BuildPoints {
  const own: SeriesPoint[] = [];
  for (let test = 0; test < benchTests; test += 1) {
    for (let span = 0; span < benchSpans; span += 1) {
      const identity = { ...nameBenchSpan(test, span), annotations: { num_files: 100 } };
      for (const side of sides) {
        for (let repeat = 0; repeat < repeats; repeat += 1) {
          const values = Object.fromEntries(
            benchMetrics.map((name) => [name, Math.floor(random() * 1e9)]),
          );
          own.push({
            ...identity,
            side,
            repeat,
            values,
            outliers: repeat === 4 ? ['latency'] : [],
          });
        }
      }
    }
  }
  return {
    build: {
      ...{ repository: 'acme/sync', suite: 'sync', runId: String(number) },
      atMs: Date.UTC(2026, 0, 1) + number * 60_000,
      branchKind: number % 3 === 0 ? 'default' : 'pull-request',
      commit: String(number).padStart(40, '0'),
      baseline: String(number - 1).padStart(40, '0'),
      isComplete: true,
      metrics: benchMetrics.map((name) => ({
        ...{ name, unit: 'ns', direction: 'lower', kind: 'duration' },
      })),
    },
    points: own,
  };
}
