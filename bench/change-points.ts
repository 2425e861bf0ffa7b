/**
 * How well the detector finds known change points, beside Apache Otava and the plain formulas of a detector by
 * penalised least squares, and how seldom it finds some in noise.
 *   node bench/change-points.ts [--series FILE.json] [--otava] [--seed 1]
 * FILE.json: [{ id, values, truth }], `truth` being the places where new levels begin. Without it only simulated series
 * are judged. Otava is installed from PyPI into a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { appendValue, unwatched } from '../src/history/change-points/append-value.ts';
import { findChangePoints } from '../src/history/change-points/find-change-points.ts';
import { type DetectorSettings, usualSettings } from '../src/history/change-points/settings.ts';
import { createRandom } from '../src/stats/random.ts';
import { drawNoise, type LabelledSeries, makeSeries, noises } from './change-points/make-series.ts';
import { detectByReference, recorded, synthetic } from './change-points/reference.ts';
import { type Score, scorePoints, sumScores } from './change-points/score.ts';
import { watchNoise, watchPlaces, watchSteps } from './change-points/watch.ts';

const version = '0.8.0';
const program = `
import json, sys
from otava.analysis import compute_change_points
job = json.load(sys.stdin)
found = []
for values in job["series"]:
    points, _ = compute_change_points(values, max_pvalue=job["p"], min_magnitude=job["size"])
    found.append([int(point.index) for point in points])
print(json.dumps(found))
`;

let python: string | undefined;

/** The places that Apache Otava finds in each series. */
function runOtava(
  series: readonly (readonly number[])[],
  { p, size }: { p: number; size: number },
): number[][] {
  python ??= install();
  const input = JSON.stringify({ series, p, size });
  const output = execFileSync(python, ['-c', program], { input, maxBuffer: 2 ** 28 });
  return JSON.parse(output.toString()) as number[][];
}

function install(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-otava-'));
  process.on('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  execFileSync('python3', ['-m', 'venv', folder]);
  const own = join(folder, 'bin', 'python');
  if (!existsSync(own)) throw new Error(`python3 made no virtual environment in ${folder}`);
  execFileSync(own, ['-m', 'pip', 'install', '--quiet', `apache-otava==${version}`]);
  return own;
}

const choices: DetectorSettings[] = [2, 3, 4, 5].flatMap((penalty) =>
  [3.5, 4, 4.5, 5].flatMap((clearT) =>
    [6, 8, 10].flatMap((longestDisturbance) =>
      [1.5, 2, 3].map((clip) => ({ ...usualSettings, penalty, clearT, longestDisturbance, clip })),
    ),
  ),
);

/**
 * Leaves one project out at a time, chooses settings by the others, and judges that one by them. The project of a
 * series is the first part of its id.
 */
function crossValidate(series: readonly LabelledSeries[]): { name: string; scores: Score[] }[] {
  const projects = series.map(({ id }) => id.split('/')[0] ?? '');
  const scores = choices.map((settings) =>
    series.map(({ values, truth }) =>
      scorePoints(
        findChangePoints(values, settings).map(({ at }) => at),
        truth,
      ),
    ),
  );
  const of = (list: readonly Score[], isWanted: (project: string) => boolean): Score[] =>
    list.filter((_, i) => isWanted(projects[i] ?? ''));
  const folds = [...new Set(projects)].map((project) => {
    const worth = (list: readonly Score[]): number => {
      const { f1, micro } = sumScores(of(list, (other) => other !== project));
      return f1 + micro;
    };
    const chosen = scores.reduce((best, list) => (worth(list) > worth(best) ? list : best));
    return { name: project, scores: of(chosen, (other) => other === project) };
  });
  return [...folds, { name: 'all', scores: folds.flatMap((fold) => fold.scores) }];
}

/** A step of 10% there and back every 150 values. */
function drawSteps(length: number, seed: number): number[] {
  const noise = drawNoise(length, {}, createRandom(seed));
  return noise.map((value, at) => (Math.floor(at / 150) % 2 === 0 ? value : 1.1 * value));
}

function timeDetector(seed: number): { what: string; cpuMs: number }[] {
  const [short, middle, long] = [500, 1_000, 10_000].map((length) => drawSteps(length, seed));
  const find = (values: readonly number[] | undefined) => () => findChangePoints(values!);
  const whole = [
    { what: '1,000 values', cpuMs: timeCall(200, find(middle)) },
    { what: '10,000 values', cpuMs: timeCall(20, find(long)) },
    { what: '1,000 series of 500 values', cpuMs: 1000 * timeCall(1000, find(short)) },
  ];
  let watched = unwatched;
  let place = 0;
  const append = (): void => {
    const value = long![place]!;
    watched = appendValue(watched, { place, value }).watched;
    place += 1;
  };
  timeCall(1000, append);
  return [...whole, { what: 'one more value', cpuMs: timeCall(5000, append) }];
}

function timeCall(times: number, call: () => unknown): number {
  for (let i = 0; i < 20; i += 1) call();
  const begin = process.cpuUsage();
  for (let i = 0; i < times; i += 1) call();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000 / times;
}

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
