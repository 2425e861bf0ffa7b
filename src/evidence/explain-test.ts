import { sum } from 'simple-statistics';
import type { Explanation, GrownFunction } from '../contract/documents.ts';
import { type ChangedLines, findCompiled, touchesCompiled, touchesLines } from './changed-lines.ts';
import {
  type CountedPair,
  countFunctions,
  findCaller,
  nameProfilers,
  type Place,
  Places,
} from './count-functions.ts';
import {
  isMoreWork,
  leastPart,
  listDoubts,
  noteAbove,
  noteCallers,
  noteFaults,
  noteGone,
  type Profiled,
} from './explain-notes.ts';
import { foldStacks } from './fold-stacks.ts';
import { median } from '../stats/median.ts';
import {
  fewPairs,
  growthOfBytes,
  type Proven,
  prove,
  type Tested,
  testGrowth,
} from './test-functions.ts';

export interface ToExplain extends Profiled {
  test: string;
  change: ChangedLines;
  /** That keep functions from being called proven, beside those that are found here. */
  doubts?: readonly string[];
  /** CPU time of a run without a profiler, of the smaller side. */
  cpuNs?: number;
}

/** The allowed share of explanations that call a false function proven: 1% for a look at few pairs and two later ones. */
const falseShare = { early: 0.002, late: 0.004 };
const mostLikely = 3;
const mostProven = 10;
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
  const chosen = chooseFunctions(tested, more, mayGuess);
  const functions = chosen
    .map((one) => describeFunction(one, { places, change, counted, isDoubtful }))
    .filter((one, _, all) => isDoubtful || !isSeen || isWorthSaying(one, { all, more }))
    .sort((a, b) => Number(b.touched !== undefined) - Number(a.touched !== undefined));
  const { benchmarks = 1, span } = (of === 'time' && growth.ofIteration) || {};
  const samples = {
    before: Math.round(sum(counted.map(({ before }) => before.count))),
    after: Math.round(sum(counted.map(({ after }) => after.count))),
  };
  const keys = new Set(chosen.map(({ key }) => key));
  const above = functions.some(isInReach) ? [] : noteAbove(pairs, { places, isTouched, keys });
  const notes = [
    ...[...doubts, ...noteFaults(asked, samples), ...noteGone(tested, places, more)],
    ...(above.length > 0
      ? above
      : noteCallers(
          functions,
          tested.filter(({ key }) => isTouched(key)),
          places,
          change,
        )),
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
    ...(benchmarks > 1 ? { benchmarks } : span === undefined ? {} : { span }),
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

/** The change touches it, or what calls it. */
function isInReach({ touched }: GrownFunction): boolean {
  return touched === 'itself' || touched === 'its caller';
}

/**
 * Where the change is in what runs, a guess that it does not touch, such as the runtime, has to be a good reason; beside
 * a proven function that it touches, one that only has its file in common with the change, too.
 */
function isWorthSaying(
  one: GrownFunction,
  { all, more }: { all: readonly GrownFunction[]; more: number },
): boolean {
  const isFound = all.some((other) => other.certainty === 'proven' && isInReach(other));
  const isTouched = isFound ? isInReach(one) : one.touched !== undefined;
  return one.certainty === 'proven' || isTouched || one.after - one.before >= more / 3;
}

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
  const { name } = place;
  const caller = findCaller(counted, key);
  const from = caller === undefined ? undefined : places.find(caller);
  const touched = findTouched(change, places, place, from);
  const { line, path } = place.path === undefined ? { ...findCompiled(change, name) } : place;
  return {
    name: shorten(name),
    ...(path === undefined || line === undefined ? {} : { path, line }),
    ...(from === undefined ? {} : { caller: shorten(from.name) }),
    ...(from?.path === undefined ? {} : { callerPath: from.path }),
    ...{ before, after, low, high },
    certainty: one.isProven && !isDoubtful ? 'proven' : 'likely',
    ...(touched === undefined ? {} : { touched }),
  };
}

/** In Rust a type of its own libraries is known by its name: `<alloc::string::String as …>`. */
const modulesOfRust = /(?<![\w:])(core|alloc|std)::([a-z_][a-z\d_]*::)+(?=[A-Z])/g;

const shorten = (name: string): string => name.replaceAll(modulesOfRust, '').slice(0, 200);

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
  return touchesCompiled(change, name);
}
