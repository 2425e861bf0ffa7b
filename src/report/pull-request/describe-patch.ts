import { hasPlatforms } from '../../contract/compare-platforms.ts';
import type { SeriesVerdict, Verdict } from '../../contract/documents.ts';
import { wholeTestSpan } from '../../contract/execution.ts';
import { hasAllLooks, isNotSeen } from '../../contract/missed-change.ts';
import { countedMetric } from '../../contract/metrics.ts';
import { namePlatform } from '../../contract/platforms.ts';
import { usualTimeNs } from '../../contract/suite.ts';
import { formatQuantity } from '../../contract/units.ts';
import { makePlain } from '../plain-text.ts';
import { listUnseen } from '../visibility.ts';
import { type PatchCommand, patchOf } from '../patch-command.ts';
import type { SortedJudgement } from './sort-judgement.ts';

/**
 * How to see the same on one's own machine: a command that can be pasted, on which platform, and how long it takes.
 * @param tests that are worse
 */
export function describePatch(
  tests: readonly string[],
  sorted: SortedJudgement,
  verdict: Verdict,
  patch: PatchCommand = patchOf(),
): string {
  const { blocking, brokenTests } = sorted;
  const named = nameTests(tests);
  const command = `${patch.command}${named ?? patch.selection}`;
  const where = findPlatform(sorted, verdict);
  const place = where === undefined ? '' : ` on ${namePlatform(where)}`;
  // Its times say nothing of it.
  if (brokenTests.length === 0 && blocking.every(({ metric }) => metric === countedMetric)) {
    const counts = patch.command.includes(' --instructions') ? '' : ' --instructions only';
    return `run \`${command}${counts}\`${place} to count the fix`;
  }
  const again = verdict.series
    .filter(({ platform }) => where === undefined || platform === where)
    .filter(({ test }) => named === undefined || tests.includes(test));
  const took = patch.plan === undefined ? '' : formatTime(patch.plan, again);
  return `run \`${command}\`${place} to measure the fix${took}`;
}

/** A fix turns green, and a green run measures until its time is over or each test has all its pairs. */
function formatTime(
  { least, most, timeNs }: NonNullable<PatchCommand['plan']>,
  series: readonly SeriesVerdict[],
): string {
  if (timeNs === undefined) return '';
  const pairNs = series
    .filter(({ metric, span }) => metric === 'latency' && span === wholeTestSpan)
    .reduce((sum, { after, before }) => sum + (before.location ?? 0) + (after.location ?? 0), 0);
  const allNs = pairNs === 0 ? timeNs : Math.min(Math.max(timeNs, least * pairNs), most * pairNs);
  return allNs < 1e9 ? '' : ` (about ${formatQuantity(allNs, 'ns', 2)}, and setup)`;
}

/** For who measures on a machine of their own: on a pull request `gate.whenNotSeen` says what is enough. */
export function formatHowToSee(verdict: Verdict, patch?: PatchCommand): string {
  const unseen = [...listUnseen(verdict), ...verdict.series.filter(isNotSeen)];
  const tests = new Set(unseen.map(({ test }) => test));
  const again = patch && nameAgain([...tests], patch);
  if (again === undefined) return '';
  const isFull = unseen.every((one) => hasAllLooks(one, patch?.plan?.most));
  if (isFull) return `on a quieter machine, \`${again}\` shows smaller changes.`;
  return `\`${takeLonger(again, patch)}\` measures for longer and shows smaller changes; so does a quieter machine.`;
}

/** A command with twice the time of the run, or with the default where that had none. */
export function takeLonger(command: string, patch?: PatchCommand): string {
  const seconds = Math.ceil((2 * (patch?.plan?.timeNs ?? usualTimeNs.command)) / 1e9);
  const time = seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
  return `${command.replace(/ --time \S+/, '')} --time ${time}`;
}

/**
 * The command that measures the same again, and only the tests that are suspected.
 * @returns undefined where none of them can be pasted
 */
export function nameAgain(
  tests: readonly string[],
  { again, command }: PatchCommand = patchOf(),
): string | undefined {
  let named: string | undefined;
  for (let most = tests.length; most > 0 && named === undefined; most -= 1) {
    named = nameTests(tests.slice(0, most));
  }
  return named === undefined ? undefined : `${again ?? command}${named}`;
}

/** Where a build of several platforms is worse, if that is one of them. */
function findPlatform(
  { blocking, brokenTests }: SortedJudgement,
  verdict: Verdict,
): string | undefined {
  const worse = new Set([
    ...blocking.map(({ platform }) => platform),
    ...brokenTests.flatMap(({ outcome }) => outcome?.platform ?? []),
  ]);
  return hasPlatforms(verdict) && worse.size === 1 ? [...worse][0] : undefined;
}

const longestNames = 120;

/** The options that choose these tests; undefined where there is none, or their names cannot be pasted. */
function nameTests(tests: readonly string[]): string | undefined {
  const names = tests.map((test) => `"${test}"`).join(' ');
  const isPastable = tests.every((test) => test === makePlain(test) && !/^-|[`"$\\!]/.test(test));
  const isNamed = tests.length > 0 && isPastable && names.length <= longestNames;
  return isNamed ? ` --test ${names}` : undefined;
}
