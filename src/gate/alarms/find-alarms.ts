import { mean, sampleVariance } from 'simple-statistics';
import type { GateEntry } from '../../contract/documents.ts';
import type { GateAlarm, GateAlarmCode } from '../../contract/gate-record.ts';
import { formatChange } from '../../contract/units.ts';
import { upperTail } from '../../stats/student-t.ts';
import { isControl, isJudged, isOfBranch, type ControlEntry } from '../record/entries.ts';
import { type AlarmFacts, mostNameEffort, timeOf, dayMs, daysBetween } from './alarm-facts.ts';
import { findOldBaseline, findSilentShards, findVanished } from './coverage-alarms.ts';

/** The most serious first: a gate that cannot fire, then one that does not see all, then one that sees badly. */
const rules: readonly ((facts: AlarmFacts) => GateAlarm[])[] = [
  findControlAlarms,
  findSilentShards,
  findVanished,
  findUnmatchedRules,
  findOldBaseline,
  findUndecidedGrowth,
];

const ranks: readonly GateAlarmCode[] = [
  ...(['control-green', 'control-missing', 'shard-silent', 'test-vanished'] as const),
  ...(['span-vanished', 'rule-unmatched', 'baseline-old', 'undecided-growing'] as const),
];

/**
 * What is wrong with the gate itself, by its own record: nothing here says that code became slower.
 * @param entries in any order, each run once; of all suites of a repository
 */
export function findAlarms(
  entries: readonly GateEntry[],
  world: Pick<AlarmFacts, 'nowMs' | 'findNearest'>,
): GateAlarm[] {
  const inOrder = entries.toSorted((a, b) => timeOf(a) - timeOf(b));
  const suites = Map.groupBy(inOrder, ({ suite }) => suite);
  const effort = { left: mostNameEffort };
  const found = [...suites].flatMap(([suite, own]) => {
    const changes = own.filter(isJudged).filter((one) => !one.judged.isSameCode);
    const [judged, newest] = [changes.filter(isOfBranch), changes.at(-1)];
    const newestAtMs = newest === undefined ? -Infinity : timeOf(newest);
    const facts = { ...world, effort, suite, judged, newestAtMs, controls: own.filter(isControl) };
    return rules.flatMap((find) => find(facts));
  });
  return found.toSorted((a, b) => ranks.indexOf(a.code) - ranks.indexOf(b.code));
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
          'correct its names or remove it: `perigee config check` shows which rule decides which series',
      },
    ];
  });
}

/** The newest builds, and those before them that they are compared with. */
const newestBuilds = 20;
const mostEarlier = 60;
/** Growth by less is no matter, however certain. */
const leastGrowth = 0.1;
/** It is asked again after every build. */
const mostChance = 0.001;

/** More series stay undecided than used to: Welch's t over the shares of single builds. */
function findUndecidedGrowth({ judged, suite }: AlarmFacts): GateAlarm[] {
  const own = judged.filter(({ judged: one }) => one.isWhole && one.blocking > 0);
  const newest = own.slice(-newestBuilds);
  const earlier = own.slice(-newestBuilds - mostEarlier, -newestBuilds);
  const [first] = newest;
  if (first === undefined || earlier.length < newestBuilds) return [];
  const shareOf = ({ judged: { blocking, undecided } }: (typeof own)[number]): number =>
    undecided / blocking;
  const [now, then] = [newest.map(shareOf), earlier.map(shareOf)];
  if (mean(now) - mean(then) < leastGrowth || chanceOfGrowth(now, then) > mostChance) return [];
  const show = (share: number): string => `${Math.round(share * 100)}%`;
  return [
    {
      ...{ code: 'undecided-growing', suite, since: first.at },
      message: `${show(mean(now))} of the series that block are undecided in the last ${newest.length} builds; ${show(mean(then))} were before`,
      remedy:
        'find the noise: `perigee variability` names what rises and falls with it, and `--try` what helps; the page Machines of the dashboard (`perigee open`) tells whether the machines changed',
    },
  ];
}

/** One-sided, with the degrees of freedom of Welch and Satterthwaite. */
function chanceOfGrowth(now: readonly number[], then: readonly number[]): number {
  const [a, b] = [now, then].map((all) => sampleVariance([...all]) / all.length) as [
    number,
    number,
  ];
  const variance = a + b;
  if (variance === 0) return 0;
  const df = variance ** 2 / (a ** 2 / (now.length - 1) + b ** 2 / (then.length - 1));
  return upperTail((mean([...now]) - mean([...then])) / Math.sqrt(variance), df);
}

/** A control that runs every night may fail to run twice. */
const controlMissingDays = 3;
/** After this long nobody expects one any more: it was taken out. */
const controlForgottenDays = 60;

/** The newest control stayed green, or controls came and come no more. */
function findControlAlarms({ controls, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const newest = controls.at(-1);
  if (newest === undefined) return [];
  const run = controls.filter((one) => one.run === newest.run);
  const green = run.filter((one) => !one.control.isProven);
  const found: GateAlarm[] = [];
  if (green.length > 0) {
    found.push({
      ...{ code: 'control-green', suite, since: startOfGreen(controls, newest).at },
      message: describeGreen(green),
      remedy:
        'a gate that does not fire proves nothing by being green: `perigee variability` shows how far runs differ; then allow less in perigee.yml, or raise maxRepeats',
    });
  }
  const lastMs = timeOf(newest);
  const days = daysBetween(lastMs, nowMs);
  if (nowMs - lastMs > controlMissingDays * dayMs && days <= controlForgottenDays) {
    found.push({
      ...{ code: 'control-missing', suite, since: newest.at },
      message: `no positive control ran for ${days} days, so nothing shows that the gate still fires`,
      remedy:
        'run `perigee control`, and find out why the nightly job `control` does not run: GitHub stops schedules of a repository without activity',
    });
  }
  return found;
}

/** The first of the unbroken row of controls that stayed green. */
function startOfGreen(controls: readonly ControlEntry[], newest: ControlEntry): ControlEntry {
  const lastProven = controls.findLastIndex(
    ({ control, run }) => control.isProven && run !== newest.run,
  );
  return controls.slice(lastProven + 1).find(({ control }) => !control.isProven) ?? newest;
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
  const names = missed.slice(0, mostNamed).map(({ name, outcome }) => `${name} (${outcome})`);
  const left = missed.length - names.length;
  return `the control stays green: ${what} was not found in ${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
