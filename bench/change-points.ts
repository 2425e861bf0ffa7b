/**
 * How well the detector finds known change points, beside Apache Otava and the plain formulas of a detector by
 * penalised least squares, and how seldom it finds some in noise.
 *   node bench/change-points.ts [--series FILE.json] [--otava] [--seed 1]
 * FILE.json: [{ id, values, truth }], `truth` being the places where new levels begin. Without it only simulated series
 * are judged. Otava is installed from PyPI into a temporary folder.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findChangePoints } from '../src/history/change-points/find-change-points.ts';
import { crossValidate } from './change-points/cross-validate.ts';
import { makeSeries, noises, type LabelledSeries } from './change-points/make-series.ts';
import { detectByReference, recorded, synthetic } from './change-points/reference.ts';
import { runOtava } from './change-points/run-otava.ts';
import { type Score, scorePoints, sumScores } from './change-points/score.ts';
import { timeDetector } from './change-points/time-detector.ts';
import { watchNoise, watchPlaces, watchSteps } from './change-points/watch.ts';

const { values: options } = parseArgs({
  options: {
    series: { type: 'string' },
    otava: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(options.seed);

const places = (values: readonly number[]): number[] =>
  findChangePoints(values).map(({ at }) => at);

function printScore(name: string, scores: readonly Score[]): void {
  const { f1, micro, right, wrong, missed } = sumScores(scores);
  const figures = `F1 ${f1.toFixed(3)}  micro ${micro.toFixed(3)}`;
  console.log(`  ${name.padEnd(34)} ${figures}  ${right} right, ${wrong} wrong, ${missed} missed`);
}

function judge(title: string, series: readonly LabelledSeries[]): void {
  console.log(`${title}: ${series.length} series, right within 5 values`);
  const print = (name: string, found: readonly number[][]): void => {
    printScore(
      name,
      series.map(({ truth }, i) => scorePoints(found[i]!, truth)),
    );
  };
  const each = (detect: (values: readonly number[]) => number[]): number[][] =>
    series.map(({ values }) => detect(values));
  print('Perigee', each(places));
  print('Perigee, build by build, confirmed', each(watchPlaces));
  print(
    'plain formulas, for recorded',
    each((values) => detectByReference(values, recorded)),
  );
  print(
    'plain formulas, for simulated',
    each((values) => detectByReference(values, synthetic)),
  );
  if (!options.otava) return;
  const lists = series.map(({ values }) => values);
  print('Otava, default', runOtava(lists, { p: 0.001, size: 0 }));
  print('Otava, p 0.0001, size 2%', runOtava(lists, { p: 0.0001, size: 0.02 }));
}

if (options.series !== undefined) {
  const given = JSON.parse(readFileSync(options.series, 'utf8')) as LabelledSeries[];
  judge(options.series, given);
  console.log('  tuned on the other projects, judged on the one left out:');
  for (const { name, scores } of crossValidate(given)) printScore(`  ${name}`, scores);
}
judge(`simulated, seed ${seed}`, makeSeries(seed));

console.log('noise alone, 100 series of 300 builds; in 1,000 builds:');
for (const [name, noise] of Object.entries(noises)) {
  const { atTheEnd, reported, confirmed, standing } = watchNoise(noise, seed);
  const shown = [atTheEnd, reported, confirmed, standing].map((one) => one.toFixed(2));
  console.log(
    `  ${name.padEnd(24)} ${shown[0]} in the whole series; build by build ${shown[1]} fresh or more, ${shown[2]} confirmed, ${shown[3]} not withdrawn`,
  );
}
const { quartiles, withinTwo, confirmed: sure } = watchSteps(seed);
console.log(
  `10% at 3% noise: seen after ${quartiles.join(' / ')} builds (quartiles), ${(100 * withinTwo).toFixed(0)}% within two; confirmed after ${sure.join(' / ')}`,
);
for (const { what, cpuMs } of timeDetector(seed)) {
  console.log(`${what.padEnd(26)} ${cpuMs.toFixed(3)} ms of CPU time`);
}
