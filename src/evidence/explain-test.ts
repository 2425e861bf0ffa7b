import { sum } from 'simple-statistics';
import type { Explanation, GrownFunction } from '../contract/documents.ts';
import type { ProfiledPair } from '../contract/explainer.ts';
import { type ChangedLines, nameInSource, touchesLines } from './changed-lines.ts';
import {
  type CountedPair,
  countFunctions,
  findCaller,
  nameProfilers,
  type Place,
  Places,
} from './count-functions.ts';
import { foldStacks } from './fold-stacks.ts';
import { median } from '../stats/median.ts';
import {
  fewPairs,
  type Growth,
  growthOfBytes,
  type Proven,
  prove,
  type Tested,
  testGrowth,
} from './test-functions.ts';

export interface ToExplain {
  test: string;
  of: 'time' | 'memory';
  growth: Growth;
  change: ChangedLines;
  pairs: readonly ProfiledPair[];
  /** That keep functions from being called proven, beside those that are found here. */
  doubts?: readonly string[];
  /** CPU time of a run without a profiler, of the smaller side. */
  cpuNs?: number;
}

/** The allowed share of explanations that call a false function proven: 1% for a look at few pairs and two later ones. */
const falseShare = { early: 0.002, late: 0.004 };
/** A smaller part of the growth is no explanation. */
const leastPart = 0.1;
const mostLikely = 3;
const mostProven = 10;
const enoughSamples = 1000;
const withoutCaller =
  'what calls a function of native code is seen where that is built with frame pointers (`-C force-frame-pointers=yes` in RUSTFLAGS, `-fno-omit-frame-pointer` in C and C++)';
/** A sample of memory, for the variance of counting. */
const bytesOfSample = 65_536;

/** Which functions of a test take more, from pairs under a profiler. */
export function explainTest(asked: ToExplain): Explanation {
  const { change, growth, of, pairs, test } = asked;
  const places = new Places(change, {
    before: pairs.map(({ before }) => before),
    after: pairs.map(({ after }) => after),
  });
  const unit = of === 'memory' ? bytesOfSample : 1;
  const counted = pairs.map(({ after, before }) => ({
    before: countFunctions(before, places, 'before', unit),
    after: countFunctions(after, places, 'after', unit),
  }));
  const isTouched = (key: string): boolean => touches(change, places.find(key), places);
  const {
    canGuess,
    more,
    tested: all,
    whole,
  } = testGrowth(counted, of === 'memory' ? growthOfBytes(counted) : growth, (key) =>
    [key, findCaller(counted, key)].some((one) => one !== undefined && isTouched(one)),
  );
  const tested = prove(all, falseShare[pairs.length < fewPairs ? 'early' : 'late'], isTouched);
  const doubts = [...(asked.doubts ?? []), ...listDoubts(asked, counted)];
  const isDoubtful = doubts.length > 0;
  const isSeen = tested.some(({ key }) => change.files.has(places.find(key).path ?? ''));
  const mayGuess = canGuess && (of === 'memory' || isMoreWork(whole));
  const functions = chooseFunctions(tested, more, mayGuess)
    .map((one) => describeFunction(one, { places, change, counted, isDoubtful }))
    .filter((one) => isDoubtful || !isSeen || isWorthSaying(one, more))
    .sort((a, b) => Number(b.touched !== undefined) - Number(a.touched !== undefined));
  const { benchmarks = 1 } = (of === 'time' && growth.ofIteration) || {};
  const hasNoCaller = functions.some((one) => !(one.path ?? one.caller ?? one.touched));
  const samples = {
    before: Math.round(sum(counted.map(({ before }) => before.count))),
    after: Math.round(sum(counted.map(({ after }) => after.count))),
  };
  const notes = [
    ...[...doubts, ...noteFaults(asked, samples), ...noteGone(tested, places, more)],
    ...(hasNoCaller ? [withoutCaller] : []),
  ];
  return {
    ...{
      test,
      of,
      profiler: nameProfilers(pairs.flatMap(({ after, before }) => [...before, ...after])),
      pairs: pairs.length,
      samples,
    },
    ...{ before: whole.before, after: whole.after, functions },
    ...(benchmarks > 1 ? { benchmarks } : {}),
    ...measureSlowdown(asked),
    ...(notes.length === 0 ? {} : { notes }),
    stacks: foldStacks(pairs, places, whole),
  };
}

/** Whether further pairs may prove what these leave open. */
export function isOpen({ after, before, benchmarks, functions }: Explanation): boolean {
  const proven = functions.filter(({ certainty }) => certainty === 'proven');
  if (benchmarks !== undefined) return proven.length === 0;
  return sum(proven.map((one) => one.after - one.before)) < (after - before) / 2;
}

/** How many times as much CPU time a run takes under the profiler. */
function measureSlowdown({ cpuNs, pairs }: ToExplain): Pick<Explanation, 'slowdown'> {
  const used = pairs.flatMap((pair) => pair.cpuNs ?? []).filter(Number.isFinite);
  return cpuNs === undefined || used.length === 0 ? {} : { slowdown: median(used) / cpuNs };
}

/** Otherwise it waits, and no function is "most likely" the reason. */
const isMoreWork = ({ after, before }: Growth): boolean => after > before * 1.01;

/** Where the change is in what runs, a guess that it does not touch, such as the runtime, has to be a good reason. */
const isWorthSaying = (one: GrownFunction, more: number): boolean =>
  one.certainty === 'proven' || one.touched !== undefined || one.after - one.before >= more / 3;

/** The largest part first; what is not proven only where it is a good part of the growth. */
function chooseFunctions(tested: readonly Proven[], more: number, isMore: boolean): Proven[] {
  const grown = tested
    .filter(({ after, before }) => after > before)
    .sort((a, b) => b.after - b.before - (a.after - a.before));
  const isLarge = ({ after, before }: Tested): boolean => after - before >= leastPart * more;
  const proven = grown.filter((one) => one.isProven && isLarge(one)).slice(0, mostProven);
  const likely = grown.filter((one) => !one.isProven && one.p < 0.1 && isMore && isLarge(one));
  return [...proven, ...likely.slice(0, mostLikely)];
}

interface Around {
  places: Places;
  change: ChangedLines;
  counted: readonly CountedPair[];
  isDoubtful: boolean;
}

function describeFunction(
  one: Proven,
  { change, counted, isDoubtful, places }: Around,
): GrownFunction {
  const { after, before, high, key, low } = one;
  const place = places.find(key);
  const { line, name, path } = place;
  const caller = findCaller(counted, key);
  const from = caller === undefined ? undefined : places.find(caller);
  const touched = findTouched(change, places, place, from);
  return {
    name: name.slice(0, 200),
    ...(path === undefined || line === undefined ? {} : { path, line }),
    ...(from === undefined ? {} : { caller: from.name.slice(0, 200) }),
    ...(from?.path === undefined ? {} : { callerPath: from.path }),
    ...{ before, after, low, high },
    certainty: one.isProven && !isDoubtful ? 'proven' : 'likely',
    ...(touched === undefined ? {} : { touched }),
  };
}

function findTouched(
  change: ChangedLines,
  places: Places,
  place: Place,
  caller: Place | undefined,
): GrownFunction['touched'] {
  const isChanged = ({ path }: Place): boolean => path !== undefined && change.files.has(path);
  if (touches(change, place, places)) return 'itself';
  if (caller !== undefined && touches(change, caller, places)) return 'its caller';
  if (isChanged(place)) return 'its file';
  return caller !== undefined && isChanged(caller) ? 'the file of its caller' : undefined;
}

function touches(change: ChangedLines, place: Place, places: Places): boolean {
  const { line, name, path } = place;
  if (path !== undefined && line !== undefined) {
    return touchesLines(change, path, { name, start: line, end: places.endOf(place) });
  }
  // The profiler knows no file for native code.
  return change.compiled.has(nameInSource(name.replace(/ \([^()]*\)$/, '')));
}

function noteFaults({ growth, of, pairs }: ToExplain, samples: Explanation['samples']): string[] {
  if (pairs.length === 0) return [];
  const fewest = Math.min(samples.before, samples.after);
  const notes: string[] = [];
  if (fewest < 1) notes.push('the profiler saw nothing of it');
  else if (fewest < enoughSamples && of === 'time') {
    notes.push(
      `there are only ${fewest} samples of a side, and ${enoughSamples} are needed to see functions of a few percent`,
    );
  }
  const { benchmarks = 0 } = growth.ofIteration ?? {};
  if (benchmarks === 1) notes.push('times are of one iteration, by the number of the tool');
  if (benchmarks > 1) {
    notes.push(
      `a run repeats ${benchmarks} benchmarks for a fixed time, so times are of a whole run, and a function is only named if it surely takes more of that. One that makes up nearly all of its benchmark does not: a test for each benchmark would show it`,
    );
  }
  if (of === 'time' && !isMoreWork(growth)) {
    notes.push(
      'it does not use more CPU time than before: it waits for something, such as a disk, a lock or another program',
    );
  }
  return notes;
}

/** Doubts that keep functions from being called proven. */
function listDoubts({ growth, of, pairs }: ToExplain, counted: readonly CountedPair[]): string[] {
  if (of === 'memory') return [];
  const expected = Math.log(growth.after / growth.before);
  const seen = Math.log(
    sum(counted.map(({ after }) => after.size)) / sum(counted.map(({ before }) => before.size)),
  );
  const doubts: string[] = [];
  // What runs for a fixed time takes as long as before.
  if (growth.ofIteration === undefined && expected > 0.03 && seen < expected / 3) {
    doubts.push(
      'under the profiler the test is hardly slower than before: what it names may not be the reason',
    );
  }
  const noisy = pairs.flatMap(({ after }) => after).find(({ isNoisy }) => isNoisy === true);
  if (noisy !== undefined) {
    doubts.push(
      `${noisy.profiler} adds noise of its own, so nothing is called proven: with perf it would be (\`perigee doctor\`)`,
    );
  }
  return doubts;
}

/** A function on one side only may have been renamed, or inlined into its caller. */
function noteGone(tested: readonly Tested[], places: Places, more: number): string[] {
  const isMuch = (size: number): boolean => size > leastPart * Math.abs(more);
  const gone = tested.filter(({ after, before }) => after === 0 && isMuch(before));
  return gone.slice(0, 3).map(({ key }) => {
    const { name, path } = places.find(key);
    const heir = tested.find((one) => {
      const isThere = path !== undefined && places.find(one.key).path === path;
      return isThere && one.before === 0 && isMuch(one.after);
    });
    const instead = heir === undefined ? '' : `; \`${places.find(heir.key).name}\` is new there`;
    return `\`${name}\` is gone${instead}: it was removed, renamed, or became part of its caller`.slice(
      0,
      500,
    );
  });
}
