import { listSome } from '../../contract/count-things.ts';
import type { GateEntry } from '../../contract/documents.ts';
import type { GateAlarm } from '../../contract/gate-record.ts';
import { formatChange } from '../../contract/units.ts';
import {
  type ControlEntry,
  isControl,
  isJudged,
  isOfBranch,
  type JudgedEntry,
} from '../record/entries.ts';

const dayMs = 24 * 3_600_000;

/** The input of alarm rules: entries of one suite, oldest first. */
interface AlarmFacts {
  nowMs: number;
  suite: string;
  /** Those of the default branch and its merge queue, or of this machine. */
  judged: readonly JudgedEntry[];
  controls: readonly ControlEntry[];
}

/** The most serious first: a gate that cannot fire, then one that does not see all. */
const rules = [findControlAlarms, findSilentShards, findVanished, findUnmatchedRules];

/**
 * Faults of the gate itself, by its own record: nothing here says that code became slower.
 * @param entries in any order, each run once; of all suites of a repository
 */
export function findAlarms(entries: readonly GateEntry[], nowMs: number): GateAlarm[] {
  const inOrder = entries.toSorted((a, b) => timeOf(a) - timeOf(b));
  const suites = [...Map.groupBy(inOrder, ({ suite }) => suite)].map(([suite, own]) => ({
    ...{ nowMs, suite, controls: own.filter(isControl) },
    judged: own.filter(isJudged).filter((one) => isOfBranch(one) && !one.judged.isSameCode),
  }));
  return rules.flatMap((find) => suites.flatMap(find));
}

function timeOf({ at }: { at: string }): number {
  return Date.parse(at);
}

function daysBetween(fromMs: number, toMs: number): number {
  return Math.floor((toMs - fromMs) / dayMs);
}

/** A control that runs every night may fail to run twice. */
const controlMissingDays = 3;
/** After this long it is no longer expected: it was taken out. */
const controlForgottenDays = 60;

/** The newest control stayed green, or controls came and come no more. */
function findControlAlarms({ controls, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const newest = controls.at(-1);
  if (newest === undefined) return [];
  const green = controls.filter((one) => one.run === newest.run && !one.control.isProven);
  const found: GateAlarm[] = [];
  if (green.length > 0) {
    // The first of the unbroken row of controls that stayed green.
    const lastProven = controls.findLastIndex(
      ({ control, run }) => control.isProven && run !== newest.run,
    );
    const row = controls.slice(lastProven + 1);
    found.push({
      ...{ code: 'control-green', suite, message: describeGreen(green) },
      since: (row.find(({ control }) => !control.isProven) ?? newest).at,
      remedy:
        'a gate that does not fire proves nothing by being green: `perigee variability` shows how far runs differ; then allow less in perigee.yml, or give it more time',
    });
  }
  const days = daysBetween(timeOf(newest), nowMs);
  if (nowMs - timeOf(newest) > controlMissingDays * dayMs && days <= controlForgottenDays) {
    found.push({
      ...{ code: 'control-missing', suite, since: newest.at },
      message: `no positive control ran for ${days} days, so nothing shows that the gate still fires`,
      remedy:
        'run `perigee control`, and find out why the nightly job `control` does not run: GitHub stops schedules of a repository without activity',
    });
  }
  return found;
}

const mostNamed = 5;

function describeGreen(green: readonly ControlEntry[]): string {
  const [{ control } = { control: undefined }] = green;
  const what = control === undefined ? '' : `${formatChange(control.by)} ${control.cost}`;
  const asked = green.flatMap((one) => one.control.tests);
  const missed = asked.filter(({ outcome }) => outcome !== 'red' && outcome !== 'nothing-added');
  if (missed.length === 0) {
    return `the control proves nothing: no test has a cost to which ${what} could be added`;
  }
  const names = missed.map(({ name, outcome }) => `${name} (${outcome})`);
  return `the control stays green: ${what} was not found in ${listSome(names, mostNamed)}`;
}

const shardSilentDays = 7;

/** A shard that sends nothing while the others do. */
function findSilentShards({ judged, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const total = judged.at(-1)?.judged.shards?.total ?? 1;
  const own = judged.filter(({ judged: one }) => one.isWhole && one.shards?.total === total);
  const [first] = own;
  const last = own.at(-1);
  // All is silent: that is no alarm about a shard.
  if (first === undefined || last === undefined || nowMs - timeOf(last) > shardSilentDays * dayMs) {
    return [];
  }
  return Array.from({ length: total }, (_, shard) => shard).flatMap((shard): GateAlarm[] => {
    const heard = own.findLast(({ judged: one }) => one.shards?.missing.includes(shard) !== true);
    const { at: since } = heard ?? first;
    const silentMs = nowMs - Date.parse(since);
    if (heard === last || silentMs <= shardSilentDays * dayMs) return [];
    return [
      {
        ...{ code: 'shard-silent', suite, subject: `shard ${shard + 1} of ${total}`, since },
        message: `shard ${shard + 1} of ${total} sent nothing for ${Math.floor(silentMs / dayMs)} days, and other shards did`,
        remedy:
          'look at the log of its job; if there is no such job any more, correct shards.total in perigee.yml',
      },
    ];
  });
}

/** A test that ran in so many builds, and in none of as many since, is gone. */
const vanishedBuilds = 3;
/** A test that was taken out on purpose is news for this long. */
const vanishedDays = 14;

/** Tests that ran until lately and run no more. */
function findVanished({ judged, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const whole = judged
    .map(({ at, judged: one }) => ({ ...one, at }))
    .filter((one) => one.isWhole && one.conclusion !== 'incomplete' && one.tests.length > 0);
  const recent = whole.slice(-vanishedBuilds);
  const [first] = recent;
  if (first === undefined || nowMs - timeOf(first) > vanishedDays * dayMs) return [];
  const now = new Set(recent.flatMap(({ tests }) => tests.map(({ name }) => name)));
  const counts = new Map<string, number>();
  for (const { tests } of whole.slice(0, -vanishedBuilds)) {
    for (const { name } of tests) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].flatMap(([name, builds]): GateAlarm[] => {
    if (builds < vanishedBuilds || now.has(name)) return [];
    return [
      {
        ...{ code: 'test-vanished', suite, subject: name, since: first.at },
        message: `the test ${JSON.stringify(name)} is in none of the last ${vanishedBuilds} builds`,
        remedy: `if that was meant, do nothing: this ends after ${vanishedDays} days; if it has another name now, rules of perigee.yml for the old one match nothing`,
      },
    ];
  });
}

/** A rule that matched nothing for this long, in so many builds, guards nothing. */
const unmatchedDays = 7;
const fewestBuilds = 3;

/** Rules of perigee.yml that the newest build could not use, and no build of the last days. */
function findUnmatchedRules({ judged, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const knowing = judged.filter(
    ({ judged: one }) => one.isWhole && one.unmatchedRules !== undefined,
  );
  const unmatched = new Set(knowing.at(-1)?.judged.unmatchedRules);
  return [...unmatched].flatMap((where): GateAlarm[] => {
    const lastMatched = knowing.findLastIndex(
      ({ judged: one }) => one.unmatchedRules?.includes(where) !== true,
    );
    const row = knowing.slice(lastMatched + 1);
    const [first] = row;
    const isLong = first !== undefined && nowMs - timeOf(first) >= unmatchedDays * dayMs;
    if (!isLong || row.length < fewestBuilds) return [];
    return [
      {
        ...{ code: 'rule-unmatched', suite, subject: where, since: first.at },
        message: `the rule at ${where} matched no series in the last ${row.length} builds, so it guards nothing`,
        remedy:
          'correct its names or remove it: `perigee config check --verbose` shows which rule decides which series',
      },
    ];
  });
}
