import { createRandom, drawNormal } from '../src/stats/random.ts';
import { emptyAggregate } from './calibration-run.ts';
import { describeMetric } from './calibration-scenarios.ts';

const names = ['latency', 'cpu.total', 'memory.peak', 'disk.writes', 'page_faults.minor'];

/**
 * Of so many series with five pairs each; every hundredth is worse.
 * @param machine how slow it is in each pair: 1 is as usual
 */
export function makeLargeAggregate(count: number, machine: readonly number[] = [1, 1, 1, 1, 1]) {
  const random = createRandom(1);
  const draw = (worse: number): number[] =>
    machine.map((slow) => Math.round(1e8 * slow * worse * Math.exp(0.02 * drawNormal(random))));
  const series = Array.from({ length: count }, (_, index) => ({
    test: `test ${Math.floor(index / 50)}`,
    span: `span ${Math.floor(index / 5) % 10}`,
    annotations: { files: 1000 },
    platform: 'linux-x64',
    metric: names[index % names.length] as string,
    before: draw(1),
    after: draw(index % 100 === 0 ? 1.3 : 1),
  }));
  const metrics = names.map((name) => describeMetric(name));
  return { ...emptyAggregate({ repeats: 5 }), metrics, series };
}
