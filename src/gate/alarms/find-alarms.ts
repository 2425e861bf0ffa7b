import type { GateEntry } from '../../contract/documents.ts';
import type { GateAlarm, GateAlarmCode } from '../../contract/gate-record.ts';
import { isControl, isJudged, isOfBranch } from '../record/entries.ts';
import { type AlarmFacts, mostNameEffort, timeOf } from './alarm-facts.ts';
import { findControlAlarms } from './control-alarms.ts';
import { findOldBaseline, findSilentShards, findVanished } from './coverage-alarms.ts';
import { findUnmatchedRules } from './rule-alarms.ts';
import { findUndecidedGrowth } from './undecided-alarm.ts';

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
