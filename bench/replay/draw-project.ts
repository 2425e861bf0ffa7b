import type { HistoryRun } from '../../src/history/summarize-history.ts';
import { createRandom, drawNormal, type Random } from '../../src/stats/random.ts';

export const commits = 500;
export const seriesCount = 200;
export const releases = [150, 320] as const;
/** A level that changes with one commit, in several series alike. */
export const regressions = [
  { at: 120, by: 0.15, series: [0, 11] },
  { at: 260, by: 0.08, series: [20, 24] },
  { at: 420, by: 0.3, series: [30, 30] },
] as const;
/** Much too little with each commit to be seen. */
export const creep = { from: 330, to: 370, by: 0.12, series: [40, 45] } as const;
/** Pushes of one day that a slow machine measured. */
export const machineDay = { from: 200, to: 206, by: 0.25 } as const;

const missing = 0.13;
const anchorEvery = 15;
const back = 40;

export interface Planted {
  /** Commits at which the level changes. */
  steps: number[];
  isCreeping: boolean;
}

export interface DrawnSeries {
  runs: HistoryRun[];
  planted: Planted;
}

/**
 * A project of 200 series: a run for each push that was measured, against the one before; anchor runs against the
 * last release and against last week. Hosts differ for all series of a run alike, and a little for each of its own.
 * One side in a hundred is 35% slower, and every fifth of the later series is a count that never varies.
 */
export function drawProject(seed: number, hosts: number): DrawnSeries[] {
  const random = createRandom(seed);
  const plan = drawRuns(hosts, random);
  return Array.from({ length: seriesCount }, (_, series) => drawSeries(series, plan, random));
}

interface PlannedRun {
  places: number[];
  offset: number;
}

function drawRuns(hosts: number, random: Random): PlannedRun[] {
  const offsetOf = (place: number): number => {
    const isSlow = place >= machineDay.from && place < machineDay.to;
    return hosts * drawNormal(random) + (isSlow ? machineDay.by : 0);
  };
  const measured = [0];
  const runs: PlannedRun[] = [];
  const nearest = (place: number): number => measured.findLast((one) => one <= place)!;
  for (let place = 1; place < commits; place += 1) {
    if (random() < missing) continue;
    runs.push({ places: [measured.at(-1)!, place], offset: offsetOf(place) });
    measured.push(place);
    if (place % anchorEvery !== 0) continue;
    const release = releases.findLast((one) => one < place);
    if (release !== undefined) {
      runs.push({ places: [nearest(release), place], offset: offsetOf(place) });
    }
    if (place > back)
      runs.push({ places: [nearest(place - back), place], offset: offsetOf(place) });
  }
  return runs;
}

function drawSeries(series: number, plan: readonly PlannedRun[], random: Random): DrawnSeries {
  const isIn = ([first, last]: readonly [number, number]) => series >= first && series <= last;
  const own = regressions.filter((one) => isIn(one.series));
  const isCreeping = isIn(creep.series);
  const isCount = series > 50 && series % 5 === 4;
  const cov = series <= 45 ? 0.005 + 0.02 * random() : 0.005 + 0.08 * random() ** 2;
  const feelsHost = 0.7 + 0.6 * random();
  const levelOf = (place: number): number => {
    const steps = own.filter(({ at }) => place >= at).map(({ by }) => Math.log1p(by));
    const share = (place - creep.from) / (creep.to - creep.from);
    const crept = isCreeping ? Math.log1p(creep.by) * Math.min(1, Math.max(0, share)) : 0;
    return steps.reduce((sum, step) => sum + step, crept);
  };
  const measure = (place: number, offset: number): number[] => {
    if (isCount) return Array.from({ length: 5 }, () => 40);
    const outlier = random() < 0.01 ? 0.3 : 0;
    const side = levelOf(place) + offset + outlier + 0.5 * cov * drawNormal(random);
    return Array.from({ length: 5 }, () => 100 * Math.exp(side + cov * drawNormal(random)));
  };
  const runs = plan.map(({ places, offset }, i) => {
    const here = feelsHost * offset + 0.01 * drawNormal(random);
    return {
      id: String(i),
      sides: places.map((place) => ({ place, values: measure(place, here) })),
    };
  });
  return { runs, planted: { steps: own.map(({ at }) => at), isCreeping } };
}
