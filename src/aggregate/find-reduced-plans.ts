import { countBuilds } from '../contract/builds.ts';
import type { Plan, Problem, Profile, RunRecord } from '../contract/documents.ts';
import { planReduced } from '../contract/suite-changes.ts';
import { isAlone, sidesOf } from '../contract/sides.ts';
import { formatQuantity } from '../contract/units.ts';

/** The least that a record must have planned. */
export type LeastPlan = Pick<
  Plan,
  'repeats' | 'maxRepeats' | 'timeNs' | 'warmup' | 'builds' | 'outliersPerFive'
>;

/**
 * Says where less was measured than has to be: a plan that asks for fewer repeats, or a test with fewer
 * repeats than planned though nothing went wrong in it. The author of the change controls the record too.
 * @param records of the build, each test in one of them
 */
export function findReducedPlans(
  records: readonly RunRecord[],
  least: LeastPlan | undefined,
): Problem[] {
  if (least === undefined) return [];
  const compared = records.filter(({ plan }) => !isAlone(plan));
  const reduced = new Set(compared.flatMap(({ plan }) => describePlan(plan, least)));
  return [
    ...[...reduced].map((what) => ({
      code: planReduced,
      message: `less was measured than perigee.yml before the change asks for: ${what}`,
    })),
    ...compared
      .filter(({ status }) => status === 'complete')
      .flatMap((record) => findShort(record, least)),
  ];
}

/** The plan of versions that knew no time. */
const pairsWithoutTime = 20;

function describePlan(plan: Plan, asked: LeastPlan): string[] {
  const isOlder = plan.timeNs === undefined && asked.timeNs !== undefined;
  const most = isOlder ? Math.min(pairsWithoutTime, asked.maxRepeats) : asked.maxRepeats;
  const least = { ...asked, maxRepeats: most };
  const fewer = (['repeats', 'maxRepeats', 'warmup'] as const).filter(
    (key) => plan[key] < least[key],
  );
  const other =
    plan.outliersPerFive === least.outliersPerFive ? [] : (['outliersPerFive'] as const);
  const told = [...fewer, ...other].map((key) => `${key} ${plan[key]} instead of ${least[key]}`);
  if (plan.timeNs !== undefined && plan.timeNs < (least.timeNs ?? Infinity)) {
    told.push(`time ${formatLimit(plan)} instead of ${formatLimit(least)}`);
  }
  const [builds, wanted] = [countBuilds(plan), countBuilds(least)];
  if (builds < wanted) told.push(`builds ${builds} instead of ${wanted}`);
  return told.length === 0 ? [] : [told.join(', ')];
}

function formatLimit({ timeNs }: Pick<Plan, 'timeNs'>): string {
  return timeNs === undefined ? 'without limit' : formatQuantity(timeNs, 'ns');
}

/** The runner gives a test up only when it fails; one that went well has all of its repeats. */
function findShort({ profiles, tests, plan }: RunRecord, least: LeastPlan): Problem[] {
  const wanted = Math.min(plan.repeats, least.repeats);
  const byTest = Map.groupBy(profiles, ({ test }) => test);
  return tests.flatMap(({ name }) => {
    const own = byTest.get(name) ?? [];
    // The outcome covers what never ran or went wrong.
    if (own.length === 0 || own.some(({ outcome }) => outcome.status !== 'passed')) return [];
    const fewest = Math.min(...sidesOf(plan).map((side) => countRepeats(own, side)));
    if (fewest >= wanted) return [];
    const message = `less was measured than perigee.yml before the change asks for: ${fewest} pairs of ${wanted}`;
    return [{ code: planReduced, message, test: name }];
  });
}

function countRepeats(profiles: readonly Profile[], side: Profile['side']): number {
  return profiles.filter((profile) => profile.side === side).length;
}
