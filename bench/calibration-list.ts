/** The scenarios of the calibration: the one promised, and what real machines do besides. */
import type { ThresholdRule } from '../src/contract/suite.ts';
import { drawPoisson, type Scenario } from './calibration-scenarios.ts';

export const promised: Scenario = {
  name: '200 series, mixed noise, 10% outliers',
  tests: 200,
  seriesPerTest: 1,
  metrics: ['latency'],
  outlierShare: 0.1,
  outlierSlowdown: 0.3,
};

function vary(name: string, changes: Partial<Scenario>): Scenario {
  return { ...promised, name, ...changes };
}

/** Blocks on everything, without absolute floors: what is hardest for counts. */
export const strictRules = ['disk.writes', 'cpu.total'].map(blockOn);

/** The same where red has to be sure. */
export const sureRules = ['disk.writes', 'cpu.total', 'latency']
  .map(blockOn)
  .map((rule) => ({ ...rule, certainty: 'sure' as const }));

function blockOn(metric: string): ThresholdRule {
  return { where: 'perigee.yml:1', match: { metric }, relative: 0.05, action: 'block' };
}

export const scenarios: readonly Scenario[] = [
  promised,
  vary('outliers 3%', { outlierShare: 0.03 }),
  vary('no outliers', { outlierShare: 0 }),
  vary('outliers 20%', { outlierShare: 0.2 }),
  vary('three runs in ten 12% slower: two states', { outlierShare: 0.3, outlierSlowdown: 0.12 }),
  vary('every other run 12% slower: two states', { outlierShare: 0.5, outlierSlowdown: 0.12 }),
  vary('outliers twice as slow (60%)', { outlierSlowdown: 0.6 }),
  vary('every series CoV 5%', { noise: 0.05 }),
  vary('t3 tails, no other outliers', { tails: 't3', outlierShare: 0 }),
  vary('unequal groups: 15% of after lost', { lost: 0.15 }),
  vary('drift of 1% a pair', { drift: 0.01 }),
  vary('drift of 15% a pair', { drift: 0.15, noise: 0.03 }),
  vary('5 series, drift of 15% a pair', { tests: 5, drift: 0.15, noise: 0.03 }),
  vary('90% of the noise shared by a pair', { sharedByPair: 0.9 }),
  vary('every series really 1% slower', { everySeriesWorseBy: 0.01 }),
  vary('40 tests × 5 spans struck together', { tests: 40, seriesPerTest: 5 }),
  vary('20 tests × 10: latency and CPU struck together', {
    tests: 20,
    seriesPerTest: 10,
    metrics: ['latency', 'cpu.total'],
  }),
  vary('CPU in 10 ms ticks, 10 to 300 ms', {
    metrics: ['cpu.total'],
    step: 10e6,
    level: (random) => 10e6 * 30 ** random(),
  }),
  vary('counts, Poisson, mean 0.1 to 1000', {
    metrics: ['disk.writes'],
    level: (random) => 0.1 * 10_000 ** random(),
    count: drawPoisson,
  }),
  vary('counts, mostly zero, bursts of 100', {
    metrics: ['disk.writes'],
    level: (random) => 0.05 + 0.4 * random(),
    count: (random, level) => (random() < level ? drawPoisson(random, 100) : 0),
  }),
  ...[0.005, 0.01, 0.015, 0.03].map((shift) =>
    vary(`builds differ by ${100 * shift}% though the code is the same`, { shift }),
  ),
  ...[0, 0.015, 0.021, 0.03].map((buildDeviation) =>
    vary(`four builds a side, each moved by ${100 * buildDeviation}%`, {
      builds: 4,
      buildDeviation,
    }),
  ),
  vary('four builds a side move one series in five, by 4%', {
    builds: 4,
    buildDeviation: 0.04,
    movedShare: 0.2,
  }),
  vary('four builds a side, the machine drifts by 15% a pair', {
    builds: 4,
    buildDeviation: 0.015,
    drift: 0.15,
  }),
  ...[1, 5, 10, 50].flatMap((tests) =>
    [2, 4].flatMap((builds) =>
      [0, 0.01, 0.02, 0.03, 0.05].map((buildDeviation) =>
        vary(`${tests} series, ${builds} builds a side move them by ${100 * buildDeviation}%`, {
          tests,
          builds,
          buildDeviation,
          noise: 0.02,
        }),
      ),
    ),
  ),
  vary('one run in 3 30% slower, in turn', { period: 3 }),
  ...[2, 3, 4, 5].map((period) =>
    vary(`one run in ${period} 8% slower, in turn`, { period, outlierSlowdown: 0.08 }),
  ),
  vary('noise that lasts: AR(1), 0.9', { lasting: 0.9 }),
  ...[1, 2, 5, 10, 50].flatMap((tests) => [
    vary(`${tests} series, CoV 2%`, { tests, noise: 0.02 }),
    vary(`${tests} series, CoV 5%`, { tests, noise: 0.05 }),
  ]),
];
