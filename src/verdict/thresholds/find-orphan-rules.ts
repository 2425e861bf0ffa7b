import { builtInMetrics } from '../../contract/metrics.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { builtInWhere } from './built-in.ts';
import { matchesName } from '../../contract/name-pattern.ts';
import { fitsField, type MatchField, type RunContext } from './match-rule.ts';

const fieldsOfSuite: readonly MatchField[] = ['test', 'span', 'annotations', 'tag'];

/**
 * The rules of the suite that match no series, in their order: most likely a name has changed or is
 * misspelt. Branch and platform are left out of it, because a rule for another branch or machine is right
 * and idle; so is a rule for a metric that Perigee knows and this machine could not read, and a rule for a
 * test that did not run this time.
 * @param idleTests the names of tests of the suite that this run left out
 */
export function findOrphanRules(
  rules: readonly ThresholdRule[],
  series: readonly SeriesIdentity[],
  context: RunContext,
  idleTests: readonly string[] = [],
): ThresholdRule[] {
  return rules.filter((rule) => {
    const { metric, test } = rule.match;
    if (rule.where === builtInWhere) return false;
    if (test !== undefined && idleTests.some((name) => matchesName(test, name))) return false;
    const known =
      metric === undefined || builtInMetrics.some(({ name }) => matchesName(metric, name));
    return !series.some(
      (one) =>
        (known || fitsField('metric', rule.match, one, context)) &&
        fieldsOfSuite.every((field) => fitsField(field, rule.match, one, context)),
    );
  });
}
