/**
 * How often the search of `perigee bisect` names the right commit, and for how many pairs, beside two others: a binary
 * search that believes the median of five pairs each time, and comparing each commit with its parent until one turns
 * red. The comparisons are simulated and judged by the rule itself.
 *   npx node bench/bisect.ts [searches] [seed]
 */
import { nextStep, type TakenReading } from '../src/bisect/next-step.ts';
import { readChange } from '../src/bisect/read-change.ts';
import type { SeriesSamples, SeriesVerdict } from '../src/contract/documents.ts';
import { createRandom, drawNormal, type Random } from '../src/stats/random.ts';
import { median } from '../src/stats/trim.ts';
import { runBuild } from './calibration-run.ts';
import { scenarios } from './calibration-list.ts';

const [searches = 200, seed = 1] = process.argv.slice(2).map(Number);

interface Case {
  commits: number;
  /** 0.1: 10% slower. */
  slower: number;
  /** Standard deviation of the logarithm of a run. */
  noise: number;
  /** Share of the commits that cannot be measured. */
  broken: number;
  /** So much of the change comes with another commit, where there are two. */
  elsewhere?: number;
}

interface History extends Case {
  culprit: number;
  other: number;
  isBroken: ReadonlySet<number>;
}

/** Of two builds of the same program: a standard deviation on the log scale. */
const betweenBuilds = 0.005;
/** One run in twenty takes this much longer. */
const strayShare = 0.05;
const stray = 0.4;
const usual = { repeats: 5, maxRepeats: 20 };

function draw(one: Case, random: Random): History {
  const pick = () => 1 + Math.floor(random() * one.commits);
  const isBroken = new Set<number>();
  for (let commit = 1; commit < one.commits; commit += 1) {
    if (random() < one.broken) isBroken.add(commit);
  }
  return { ...one, culprit: pick(), other: pick(), isBroken };
}

/** The values of both sides, of a build each. */
function measure(
  { culprit, elsewhere = 0, noise, other, slower }: History,
  [from, to]: readonly [number, number],
  pairs: number,
  random: Random,
): { before: number[]; after: number[] } {
  const all = Math.log1p(slower);
  const levelOf = (commit: number): number =>
    (commit >= culprit ? all * (1 - elsewhere) : 0) + (commit >= other ? all * elsewhere : 0);
  const side = (commit: number): number[] => {
    const level = levelOf(commit) + betweenBuilds * drawNormal(random);
    return Array.from({ length: pairs }, () => {
      const late = random() < strayShare ? stray : 0;
      return 1e8 * Math.exp(level + noise * drawNormal(random) + late);
    });
  };
  return { before: side(from), after: side(to) };
}

const [scenario] = scenarios;
if (scenario === undefined) throw new Error('there is no scenario');

/** @returns the pairs that it took, and what the rule says */
function judge(
  history: History,
  ends: readonly [number, number],
  plan: typeof usual,
  random: Random,
): { pairs: number; found: SeriesVerdict } {
  const values = measure(history, ends, plan.maxRepeats, random);
  const series: SeriesSamples = {
    ...{ test: 'a', span: 'b', annotations: {}, platform: 'p', metric: 'latency' },
    ...values,
  };
  const verdicts = runBuild([series], { ...scenario!, metrics: ['latency'] }, plan);
  const found = verdicts.at(-1)?.series[0];
  if (found === undefined) throw new Error('there is no series');
  return { pairs: found.before.values.length, found };
}

interface Outcome {
  pairs: number;
  answer: 'right' | 'wrong' | 'unsure' | 'not-started';
}

function isRight({ culprit, elsewhere, other, isBroken }: History, from: number, to: number) {
  const among = (commit: number) => from < commit && commit <= to;
  for (let between = from + 1; between < to; between += 1) {
    if (!isBroken.has(between)) return false;
  }
  return among(culprit) || (elsewhere !== undefined && among(other));
}

function search(history: History, random: Random): Outcome {
  const { commits, isBroken } = history;
  const readings: TakenReading[] = [];
  let spent = 0;
  const take = (from: number, to: number, plan: typeof usual, isFull: boolean) => {
    const { pairs, found } = judge(history, [from, to], plan, random);
    spent += pairs;
    const change = readChange(found);
    if (change === undefined) throw new Error('no change can be read');
    readings.push({ ...change, from, to, pairs, isFull });
    return found;
  };
  if (take(0, commits, usual, true).state !== 'regressed') {
    return { pairs: spent, answer: 'not-started' };
  }
  const broken = new Set<number>();
  for (;;) {
    const step = nextStep({ last: commits, readings, broken, mostPairs: usual.maxRepeats });
    if (step.kind === 'unsure') return { pairs: spent, answer: 'unsure' };
    if (step.kind === 'found') {
      const answer = isRight(history, step.from, step.to) ? 'right' : 'wrong';
      return { pairs: spent, answer };
    }
    if (step.kind === 'confirm') take(step.from, step.to, usual, true);
    else if (isBroken.has(step.to)) broken.add(step.to);
    else take(0, step.to, { repeats: step.pairs, maxRepeats: step.pairs }, false);
  }
}

/** As `git bisect run` with a script that compares medians: each answer is believed. */
function bisectNaively(history: History, random: Random): Outcome {
  let [low, high] = [0, history.commits];
  let spent = 0;
  while (high - low > 1) {
    const between = Array.from({ length: high - low - 1 }, (_, index) => low + 1 + index);
    const usable = between.filter((commit) => !history.isBroken.has(commit));
    const middle = usable[Math.floor(usable.length / 2)];
    if (middle === undefined) break;
    const { before, after } = measure(history, [0, middle], usual.repeats, random);
    spent += usual.repeats;
    if (median(after) / median(before) > 1 + history.slower / 2) high = middle;
    else low = middle;
  }
  return { pairs: spent, answer: isRight(history, low, high) ? 'right' : 'wrong' };
}

/** As a job for each commit: the first that turns red. */
function compareEach(history: History, random: Random): Outcome {
  let spent = 0;
  let from = 0;
  for (let to = 1; to <= history.commits; to += 1) {
    if (history.isBroken.has(to)) continue;
    const { pairs, found } = judge(history, [from, to], usual, random);
    spent += pairs;
    if (found.state === 'regressed') {
      return { pairs: spent, answer: isRight(history, from, to) ? 'right' : 'wrong' };
    }
    from = to;
  }
  return { pairs: spent, answer: 'unsure' };
}

const ways = { search, 'binary, believing': bisectNaively, 'each commit': compareEach };

console.log(`${searches} searches each, seed ${seed}`);
for (const commits of [16, 128]) {
  for (const noise of [0.02, 0.05, 0.1]) {
    for (const slower of [0.1, 0.25]) {
      report({ commits, slower, noise, broken: 0.1 });
    }
  }
}
report({ commits: 128, slower: 0.25, noise: 0.03, broken: 0, elsewhere: 0.4 });

function report(one: Case): void {
  const split = one.elsewhere === undefined ? '' : ', in two steps';
  console.log(
    `\n${one.commits} commits, ${one.slower * 100}% slower${split}, runs vary by ${one.noise * 100}%, ${one.broken * 100}% cannot be measured`,
  );
  for (const [name, find] of Object.entries(ways)) {
    const random = createRandom(seed);
    const outcomes = Array.from({ length: searches }, () => find(draw(one, random), random));
    const started = outcomes.filter(({ answer }) => answer !== 'not-started');
    const share = (answer: Outcome['answer']): string =>
      `${answer} ${((100 * started.filter((each) => each.answer === answer).length) / started.length).toFixed(1)}%`;
    const mean = started.reduce((sum, { pairs }) => sum + pairs, 0) / started.length;
    console.log(
      `  ${name.padEnd(18)} ${share('right')}, ${share('wrong')}, ${share('unsure')}; ${mean.toFixed(0)} pairs; ${started.length} began`,
    );
  }
}
