import type { GateAlarm } from '../../contract/gate-record.ts';
import type { JudgedEntry } from '../record/entries.ts';
import { type AlarmFacts, dayMs, daysBetween, timeOf } from './alarm-facts.ts';

/** A commit that is older says little about what a change is merged into. */
export const baselineDays = 30;
export const shardSilentDays = 7;
/** What ran in so many builds, and in none of as many since, is gone. */
export const vanishedBuilds = 3;
/** A test that was taken out on purpose is news for this long. */
export const vanishedDays = 14;
/** More are alarms without the likely new name. */
export const mostLookedUp = 50;

/** What changes are compared with is old. */
export function findOldBaseline({ judged, newestAtMs, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const newest = judged.findLast(({ judged: one }) => one.baselineAt !== undefined);
  const baselineAt = newest?.judged.baselineAt;
  if (newest !== undefined && baselineAt !== undefined) {
    const days = daysBetween(Date.parse(baselineAt), timeOf(newest));
    if (days > baselineDays) {
      const message = `the newest change was compared with a commit that was ${days} days old`;
      const remedy =
        'merge or rebase onto the default branch: what it became since is not in the comparison';
      return [{ code: 'baseline-old', suite, since: newest.at, message, remedy }];
    }
  }
  const pushed = judged.findLast(({ judged: one }) => one.branchKind === 'default');
  if (pushed === undefined) return [];
  const days = daysBetween(timeOf(pushed), nowMs);
  if (days <= baselineDays || nowMs - newestAtMs > baselineDays * dayMs) return [];
  const message = `the default branch was measured ${days} days ago for the last time`;
  const remedy = 'measure pushes: without them nobody sees what changes add up to';
  const subject = 'default branch';
  return [{ code: 'baseline-old', suite, subject, since: pushed.at, message, remedy }];
}

/** Tests and spans that ran until lately and run no more, with the new name that each probably has. */
export function findVanished({
  effort,
  findNearest,
  judged,
  nowMs,
  suite,
}: AlarmFacts): GateAlarm[] {
  const whole = judged.filter(
    ({ judged: one }) => one.isWhole && one.conclusion !== 'incomplete' && one.tests.length > 0,
  );
  const recent = whole.slice(-vanishedBuilds);
  const [first] = recent;
  const earlier = whole.slice(0, -vanishedBuilds);
  if (first === undefined || recent.length < vanishedBuilds) return [];
  const isNews = ({ at }: { at: string }): boolean =>
    nowMs - Date.parse(at) <= vanishedDays * dayMs;
  if (!isNews(first)) return [];
  let lookedUp = 0;
  const findNew = (name: string, added: readonly string[]): string | undefined => {
    if (added.length <= 1) return added[0];
    lookedUp += 1;
    return lookedUp > mostLookedUp ? undefined : findNearest(name, added, effort);
  };
  const describe = (
    code: 'test-vanished' | 'span-vanished',
    name: string,
    added: readonly string[],
  ) => {
    const near = findNew(name, added);
    const what = code === 'test-vanished' ? 'test' : 'span';
    const renamed = near === undefined ? '' : `; probably it is ${JSON.stringify(near)} now`;
    return {
      ...{ code, suite, subject: name, since: first.at },
      message: `the ${what} ${JSON.stringify(name)} is in none of the last ${vanishedBuilds} builds${renamed}`,
      remedy:
        near === undefined
          ? `if that was meant, do nothing: this ends after ${vanishedDays} days`
          : 'a new name starts a new history, and rules for the old one match nothing: name them again in perigee.yml',
    };
  };
  const testsNow = new Set(recent.flatMap((one) => one.judged.tests.map(({ name }) => name)));
  const testsThen = countNames(earlier, (one) => one.judged.tests.map(({ name }) => name));
  const addedTests = [...testsNow].filter((name) => !testsThen.has(name));
  const tests = listGone(testsThen, testsNow).map((n) => describe('test-vanished', n, addedTests));
  const spansOf = new Map(
    whole.map((one) => [one, new Map(one.judged.tests.map((each) => [each.name, each.spans]))]),
  );
  const spans = [...testsNow].flatMap((test) => {
    const listSpans = (one: JudgedEntry): readonly string[] => spansOf.get(one)?.get(test) ?? [];
    // A test that failed or was left out has none, which says nothing.
    const measured = recent.filter((one) => listSpans(one).length > 0);
    if (measured.length < vanishedBuilds) return [];
    const now = new Set(measured.flatMap(listSpans));
    const then = countNames(earlier, listSpans);
    const nameIt = (span: string): string => `${test} › ${span}`;
    const added = [...now].filter((name) => !then.has(name)).map(nameIt);
    return listGone(then, now).map((name) => describe('span-vanished', nameIt(name), added));
  });
  return [...tests, ...spans];
}

/** Whether something ran at all. */
function countNames(
  entries: readonly JudgedEntry[],
  list: (one: JudgedEntry) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    for (const name of new Set(list(entry))) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function listGone(then: ReadonlyMap<string, number>, now: ReadonlySet<string>): string[] {
  return [...then].flatMap(([name, n]) => (n >= vanishedBuilds && !now.has(name) ? [name] : []));
}

/** A shard that sends nothing while the others do. */
export function findSilentShards({ judged, nowMs, suite }: AlarmFacts): GateAlarm[] {
  const total = judged.at(-1)?.judged.shards?.total ?? 1;
  if (total === 1) return [];
  const own = judged.filter(({ judged: one }) => one.isWhole && one.shards?.total === total);
  const [first] = own;
  const last = own.at(-1);
  // Nothing comes from anybody: another rule says so where it matters.
  if (first === undefined || last === undefined || nowMs - timeOf(last) > shardSilentDays * dayMs) {
    return [];
  }
  return Array.from({ length: total }, (_, shard) => shard).flatMap((shard): GateAlarm[] => {
    const heard = own.findLast(({ judged: one }) => one.shards?.missing.includes(shard) !== true);
    const sinceMs = timeOf(heard ?? first);
    if (nowMs - sinceMs <= shardSilentDays * dayMs || heard === last) return [];
    const days = daysBetween(sinceMs, nowMs);
    return [
      {
        ...{ code: 'shard-silent', suite, subject: `shard ${shard + 1} of ${total}` },
        since: (heard ?? first).at,
        message: `shard ${shard + 1} of ${total} sent nothing for ${days} days, and other shards did`,
        remedy:
          'look at the log of its job; if there is no such job any more, correct shards.total in perigee.yml',
      },
    ];
  });
}
