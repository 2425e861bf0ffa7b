import { builtInMetrics } from '../../contract/metrics.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { builtInWhere } from './built-in.ts';
import { matchesName } from '../../contract/name-pattern.ts';
import { fitsField, type MatchField, type RunContext } from './match-rule.ts';

const fieldsOfTest: readonly MatchField[] = ['test', 'tag'];
const fieldsOfSuite: readonly MatchField[] = [...fieldsOfTest, 'span', 'annotations'];

/**
 * The rules of the suite that match no series, in their order: most likely a name has changed or is
 * misspelt. Left out is what cannot be known: a rule for another branch or machine is right and idle; so is
 * one for a metric that Perigee knows and this machine could not read, and one that may be for a test that
 * gave no series this time, because it is nightly, was not asked for or did not pass.
 * @param tests the names of all tests of the suite
 */
export function findOrphanRules(
  rules: readonly ThresholdRule[],
  series: readonly SeriesIdentity[],
  context: RunContext,
  tests: readonly string[],
): ThresholdRule[] {
  const measured = new Set(series.map(({ test }) => test));
  const silent = tests.filter((name) => !measured.has(name)).map(nameOnly);
  return rules.filter((rule) => {
    const { metric } = rule.match;
    const fits = (fields: readonly MatchField[], one: SeriesIdentity): boolean =>
      fields.every((field) => fitsField(field, rule.match, one, context));
    if (rule.where === builtInWhere) return false;
    const known =
      metric === undefined || builtInMetrics.some(({ name }) => matchesName(metric, name));
    // Which spans and annotations a silent test has nobody knows.
    if (known && silent.some((one) => fits(fieldsOfTest, one))) return false;
    return !series.some((one) => (known || fits(['metric'], one)) && fits(fieldsOfSuite, one));
  });
}

function nameOnly(test: string): SeriesIdentity {
  return { test, span: '', annotations: {}, platform: '', metric: '' };
}
