import { directedFormats } from '../contract/directed-formats.ts';
import type { Metric, Problem, Profile, RunRecord } from '../contract/documents.ts';
import { findMetric } from '../contract/metrics.ts';
import { distributionOf, type NumberDeclarations } from '../contract/numbers.ts';

type Direction = Metric['direction'];

/** The better direction of metrics, by other sources than the records. */
export interface DirectionsOfBase {
  numbers?: NumberDeclarations;
  /** Test → the way of a format of `results` that says nothing else of its numbers. */
  ofTests: ReadonlyMap<string, Direction>;
}

const mostNamed = 20;

/**
 * Which way is better comes from Perigee for its own metrics, from perigee.yml of the base for numbers that it
 * declares, and otherwise from the before side. A change could turn a regression into an improvement by it.
 */
export function keepDirections(
  records: readonly RunRecord[],
  base: DirectionsOfBase,
): { records: readonly RunRecord[]; problems: Problem[] } {
  const measured = readBefore(records);
  const turned = new Map<string, Problem>();
  const keep = (test: string, metric: Metric): Metric => {
    const direction = directionOf(test, metric, base) ?? measured.get(test)?.get(metric.name);
    if (direction === undefined || direction === metric.direction) return metric;
    turned.set(`${test}\n${metric.name}`, describe(test, metric, direction));
    return { ...metric, direction };
  };
  const kept = records.map((record) => {
    const profiles = record.profiles.map((profile) => keepIn(profile, keep));
    const isSame = profiles.every((profile, i) => profile === record.profiles[i]);
    return isSame ? record : { ...record, profiles };
  });
  return { records: kept, problems: [...turned.values()].slice(0, mostNamed) };
}

function keepIn(profile: Profile, keep: (test: string, metric: Metric) => Metric): Profile {
  const metrics = profile.metrics.map((metric) => keep(profile.test, metric));
  const isSame = metrics.every((metric, i) => metric === profile.metrics[i]);
  return isSame ? profile : { ...profile, metrics };
}

function directionOf(
  test: string,
  { name, source }: Metric,
  { numbers, ofTests }: DirectionsOfBase,
): Direction | undefined {
  const own = findMetric(name);
  if (own !== undefined) return own.direction;
  const declared = numbers?.get(name) ?? numbers?.get(distributionOf(name) ?? '');
  return declared?.direction ?? (directedFormats.has(source) ? ofTests.get(test) : undefined);
}

/** The first execution of the before side that measured it. */
function readBefore(records: readonly RunRecord[]): Map<string, Map<string, Direction>> {
  const found = new Map<string, Map<string, Direction>>();
  for (const { test, side, metrics } of records.flatMap(({ profiles }) => profiles)) {
    if (side !== 'before') continue;
    const own = found.get(test) ?? new Map<string, Direction>();
    found.set(test, own);
    for (const { name, direction } of metrics) if (!own.has(name)) own.set(name, direction);
  }
  return found;
}

function describe(test: string, { name, direction: said }: Metric, direction: Direction): Problem {
  return {
    code: 'direction-kept',
    test,
    message: `${name}: the change says that ${said} is better; until it is merged, ${direction} is better, as before it`,
  };
}
