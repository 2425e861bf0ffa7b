/** Simulated builds whose truth is known: what the machine does to each run, and what the code did. */
import type { Metric, SeriesSamples } from '../src/contract/documents.ts';
import { orderPair } from '../src/runner/schedule/order-pair.ts';
import { drawNormal, type Random } from '../src/stats/random.ts';

export interface Scenario {
  name: string;
  tests: number;
  /** Each with the noise of its own, all struck by the same disturbed runs. */
  seriesPerTest: number;
  metrics: readonly string[];
  /** Coefficient of variation of a series; absent: lognormal over the series, median 2%, 0.75% to 5.4%. */
  noise?: number;
  /** Share of runs that are disturbed, and how much slower those are. */
  outlierShare: number;
  outlierSlowdown: number;
  /** Share of the noise variance that a pair has in common. */
  sharedByPair?: number;
  tails?: 'normal' | 't3';
  /** Standard deviation of a random walk of the machine from pair to pair. */
  drift?: number;
  /** Standard deviation over the series of a shift of the whole after side: two builds of code that did not change. */
  shift?: number;
  /** Each side has so many, each moved by a normal draw of `buildDeviation`; `shift` is of one build a side. */
  builds?: number;
  buildDeviation?: number;
  /** Share of the series that builds move; all when absent. */
  movedShare?: number;
  /** Every so manieth run in the order of time is slower by `outlierSlowdown`; begins anywhere. */
  period?: number;
  /** How much of a run's noise is left in the next run of its series, before or after: AR(1). */
  lasting?: number;
  /** Share of the runs of the after side that gave no value. */
  lost?: number;
  /** Values are rounded down to steps of this many units. */
  step?: number;
  /** The true value before, in the metric's unit. */
  level?: (random: Random) => number;
  /** Draws a whole value anew around the level instead: for counts. */
  count?: (random: Random, level: number) => number;
  /** Really worse by this share though within the margin: the edge of the null hypothesis. */
  everySeriesWorseBy?: number;
}

/** As in the product. */
export const mostPairs = 100;

/** All runs that a build could need. The first `changed` series are worse by `effect`. */
export function drawBuild(
  random: Random,
  scenario: Scenario,
  changed: number,
  effect: number,
): SeriesSamples[] {
  const all: SeriesSamples[] = [];
  for (let test = 0; test < scenario.tests; test += 1) {
    const disturbed = {
      before: drawDisturbed(random, scenario),
      after: drawDisturbed(random, scenario),
    };
    if (scenario.period !== undefined) disturbInTurn(random, scenario.period, disturbed);
    const machine = drawMachine(random, scenario);
    for (let span = 0; span < scenario.seriesPerTest; span += 1) {
      const spread = scenario.noise ?? 0.02 * Math.exp(0.6 * drawNormal(random));
      const level = scenario.level?.(random) ?? 100e6;
      // Changed series lie in different tests, as far as there are enough.
      const isChanged = span * scenario.tests + test < changed;
      const worse = 1 + (scenario.everySeriesWorseBy ?? 0) + (isChanged ? effect : 0);
      const shift = scenario.shift === undefined ? 0 : scenario.shift * drawNormal(random);
      const moves = drawBuilds(random, scenario);
      const lasting =
        scenario.lasting === undefined ? undefined : drawLasting(random, scenario.lasting);
      const paired = Array.from({ length: mostPairs }, () => drawNormal(random));
      const side = (name: 'before' | 'after') =>
        paired.map((common, pair) => {
          if (name === 'after' && random() < (scenario.lost ?? 0)) return null;
          const shared = scenario.sharedByPair ?? 0;
          const own =
            lasting?.[name][pair] ??
            (scenario.tails === 't3' ? drawT3(random) : drawNormal(random));
          const noise = spread * (Math.sqrt(shared) * common + Math.sqrt(1 - shared) * own);
          const factor = disturbed[name][pair] === true ? 1 + scenario.outlierSlowdown : 1;
          const truth = level * (name === 'after' ? worse : 1) * factor;
          if (scenario.count !== undefined) return scenario.count(random, truth);
          const ofBuild =
            moves === undefined ? 0 : (moves[name][pair % moves.before.length] as number);
          const moved = (machine[pair] as number) + (name === 'after' ? shift : 0) + ofBuild;
          const value = truth * Math.exp(noise + moved);
          return scenario.step === undefined ? value : roundToStep(random, value, scenario.step);
        });
      all.push({
        test: `test ${test}`,
        span: `span ${span}`,
        annotations: {},
        platform: 'linux-x64',
        metric: scenario.metrics[span % scenario.metrics.length] as string,
        before: side('before'),
        after: side('after'),
      });
    }
  }
  return all;
}

interface Sides<T> {
  before: T[];
  after: T[];
}

function disturbInTurn(random: Random, period: number, disturbed: Sides<boolean>): void {
  let run = Math.floor(random() * period);
  for (const [pair, side] of drawOrder(random)) {
    disturbed[side][pair] = run % period === 0;
    run += 1;
  }
}

/** By how much each build of a series is slower. */
function drawBuilds(
  random: Random,
  { buildDeviation, builds, movedShare = 1 }: Scenario,
): Sides<number> | undefined {
  if (builds === undefined || buildDeviation === undefined) return undefined;
  const deviation = random() < movedShare ? buildDeviation : 0;
  const draw = () => Array.from({ length: builds }, () => deviation * drawNormal(random));
  return { before: draw(), after: draw() };
}

/** AR(1) in the order of time, with a variance of 1. */
function drawLasting(random: Random, share: number): Sides<number> {
  const values: Sides<number> = { before: [], after: [] };
  let last = drawNormal(random);
  for (const [pair, side] of drawOrder(random)) {
    values[side][pair] = last;
    last = share * last + Math.sqrt(1 - share ** 2) * drawNormal(random);
  }
  return values;
}

/** The runs of a test in the order of time, as the runner has it. */
function drawOrder(random: Random): [pair: number, side: 'before' | 'after'][] {
  const seed = Math.floor(2 ** 32 * random());
  return Array.from({ length: mostPairs }, (_, pair) => pair).flatMap((pair) =>
    orderPair(seed, 'test', pair).map((side): [number, typeof side] => [pair, side]),
  );
}

/** A span begins anywhere within a step: the remainder is counted or not by chance. */
function roundToStep(random: Random, value: number, step: number): number {
  return Math.floor(value / step + random()) * step;
}

function drawDisturbed(random: Random, { outlierShare }: Scenario): boolean[] {
  return Array.from({ length: mostPairs }, () => random() < outlierShare);
}

function drawMachine(random: Random, { drift = 0 }: Scenario): number[] {
  let level = 0;
  return Array.from({ length: mostPairs }, () => (level += drift * drawNormal(random)));
}

/** Student's t with 3 degrees of freedom, scaled to a variance of 1. */
function drawT3(random: Random): number {
  const chi = [1, 2, 3].reduce((sum) => sum + drawNormal(random) ** 2, 0);
  return drawNormal(random) / Math.sqrt(chi);
}

/** A Poisson draw; by a normal where the mean is large. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

export function describeMetric(name: string, step?: number): Metric {
  const duration = name === 'latency' || name.startsWith('cpu');
  return {
    name,
    unit: duration ? 'ns' : name.endsWith('bytes') || name.startsWith('memory') ? 'bytes' : 'count',
    direction: 'lower',
    kind: duration ? 'duration' : 'count',
    source: 'simulation',
    scope: 'tree',
    exactness: step === undefined ? 'exact' : 'ticks',
    ...(step === undefined ? {} : { resolution: step }),
  };
}
