import type { GateAlarm } from '../../contract/gate-record.ts';
import { type AlarmFacts, dayMs, timeOf } from './alarm-facts.ts';

/** A rule that matched nothing for this long, in so many builds, guards nothing. */
export const unmatchedDays = 7;
const fewestBuilds = 3;

/** Rules of perigee.yml that the newest build could not use, and no build of the last days. */
export function findUnmatchedRules({ judged, nowMs, suite }: AlarmFacts): GateAlarm[] {
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
