import { type MeasuredRun, summarizeRepeats } from '../../../src/history/levels/measured-run.ts';
import { drawNormal, type Random } from '../../../src/stats/random.ts';

export interface NetworkPlan {
  commits: number;
  /** One anchor run after so many commits, against the first commit and against one 35 commits ago; 0: none. */
  anchors: number;
  /** Share of pushes that were not measured, or did not build: the next one is compared with the last that was. */
  missing: number;
}

export interface Noise {
  /** Standard deviation between hosts. */
  host: number;
  /** Of each side of each run. */
  side: number;
  /** True level of a commit, as a logarithm; 0 where nothing is said. */
  levelOf?: (place: number) => number;
}

const back = 35;

/** Which commits each run compares: pushes in order, the anchors among them. */
export function drawNetwork(plan: NetworkPlan, random: Random): number[][] {
  const runs: number[][] = [];
  const measured = [0];
  for (let place = 1; place < plan.commits; place += 1) {
    if (random() < plan.missing) continue;
    runs.push([measured.at(-1)!, place]);
    measured.push(place);
    if (plan.anchors === 0 || place % plan.anchors !== 0) continue;
    const lastWeek = measured.findLast((one) => one <= place - back);
    runs.push([0, place]);
    if (lastWeek !== undefined && lastWeek > 0) runs.push([lastWeek, place]);
  }
  return runs;
}

export function measureNetwork(
  network: readonly (readonly number[])[],
  { host, side, levelOf = () => 0 }: Noise,
  random: Random,
): MeasuredRun[] {
  return network.map((places) => {
    const offset = host * drawNormal(random);
    return {
      sides: places.map((place) =>
        summarizeRepeats(place, [levelOf(place) + offset + side * drawNormal(random)]),
      ),
    };
  });
}
