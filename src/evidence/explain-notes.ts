import { sum } from 'simple-statistics';
import type { Explanation, GrownFunction } from '../contract/documents.ts';
import { type CountedCalls, type ProfiledPair, touchedByChange } from '../contract/explainer.ts';
import type { ChangedLines } from './changed-lines.ts';
import { leastRuns } from './compare-calls.ts';
import { type CountedPair, findAbove, type Places } from './count-functions.ts';
import type { Growth, Tested } from './test-functions.ts';

export interface Profiled {
  of: 'time' | 'memory';
  growth: Growth;
  pairs: readonly ProfiledPair[];
}

/** A smaller part of the growth is no explanation. */
export const leastPart = 0.1;
const enoughSamples = 1000;

/** Otherwise it waits, and no function is "most likely" the reason. */
export const isMoreWork = ({ after, before }: Growth): boolean => after > before * 1.01;

/** What the reader of an explanation has to know beside its functions. */
export function noteFaults(
  { growth, of, pairs }: Profiled,
  samples: Explanation['samples'],
): string[] {
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
      `a run repeats ${benchmarks} benchmarks for a fixed time, so times are of a whole run, and a function is named only if it takes more of the whole run. One that is nearly all of its benchmark hardly does, however slow it becomes: a test for each benchmark would show it`,
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
export function listDoubts(
  { growth, of, pairs }: Profiled,
  counted: readonly CountedPair[],
): string[] {
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
export function noteGone(tested: readonly Tested[], places: Places, more: number): string[] {
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

/** Which function of the change leads to those that grew, where neither they nor their callers are of it. */
export function noteAbove(
  pairs: readonly ProfiledPair[],
  {
    isTouched,
    keys,
    places,
  }: { keys: ReadonlySet<string>; places: Places; isTouched(this: void, key: string): boolean },
): string[] {
  const key = findAbove(pairs, { keys, places, isWanted: isTouched });
  if (key === undefined) return [];
  const { line, name, path } = places.find(key);
  const place = path === undefined ? '' : ` (${path}:${line})`;
  return [
    `${touchedByChange} \`${name}\`${place}: what takes more is mostly called from there`.slice(
      0,
      500,
    ),
  ];
}

/** Perf's name of a function, and of a program that is no library of the system. */
const ofProgram = / \((?!lib[^)]*\.so|ld-)[^()]+\)$/;

/** Native code often lacks the callers of its functions, and functions that its compiler made a part of these. */
export function noteCallers(
  functions: readonly GrownFunction[],
  touched: readonly Tested[],
  places: Places,
  change: ChangedLines,
): string[] {
  const native = functions.filter(({ name, path }) => path === undefined && ofProgram.test(name));
  const isOther = native.length > 0 && !functions.some((one) => one.touched !== undefined);
  const isCut = native.some((one) => !(one.caller ?? one.touched));
  const ran = touched
    .filter(({ after }) => after > 0)
    .slice(0, 3)
    .map(({ key }) => `\`${places.find(key).name.replace(/ \([^()]*\)$/, '')}\``);
  const unseen = [...change.compiled]
    .flatMap(([name, place]) =>
      place === undefined ? [] : [`\`${name}\` (${place.path}:${place.line})`],
    )
    .slice(0, 3);
  return [
    ...(isOther && ran.length > 0
      ? [`${touchedByChange} ${ran.join(', ')}, which ran: what takes more may be called there`]
      : []),
    ...(isOther && ran.length === 0 && unseen.length > 0
      ? [
          `${touchedByChange} ${unseen.join(', ')}, which the profiler does not see: the compiler may have made it a part of what takes more (\`#[inline(never)]\` or \`noinline\` shows it by itself)`,
        ]
      : []),
    ...(isCut ? [whoCalls] : []),
  ];
}

const whoCalls =
  'what calls a function of native code is seen where that is built with frame pointers (`-C force-frame-pointers=yes` in RUSTFLAGS, `-fno-omit-frame-pointer` in C and C++)';

/** Why calls to the system say nothing. */
export function describeFewRuns({ after, before, ended }: CountedCalls): string {
  const runs = Math.min(before.length, after.length);
  const start = 'its calls to the system were not compared';
  if (ended === 'limit') {
    return `${start}: while they are counted the test reaches its own time limit (\`timeout\` in perigee.yml)`;
  }
  // Whether they can be counted here is not known then.
  if (runs === 0) return `${start}: time was up before one run of each side was counted`;
  return `${start}: ${runs} of ${leastRuns} runs of each side were counted before time was up (\`perigee explain --time\` gives it more)`;
}
