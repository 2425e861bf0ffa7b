import { builtInMetrics } from '../../contract/metrics.ts';
import { createNameIndex, type SearchEffort } from '../../contract/name-index.ts';
import { matchesName } from '../../contract/name-pattern.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { builtInWhere } from './built-in.ts';
import { fitsField, type MatchField, type RunContext } from './match-rule.ts';

const fieldsOfSeries: readonly MatchField[] = ['tag', 'span', 'annotations'];

/**
 * Series that are compared with rules, over all rules: a second in the worst case. Beyond it nothing more is
 * called an orphan.
 */
const mostWork = 5_000_000;

/**
 * The rules of the suite that match no series, in their order: most likely a name has changed or is
 * misspelt. Left out is what cannot be known: a rule for another branch or machine is right and idle; so is
 * one for a metric that Perigee knows and this machine could not read, for a number that the suite declares, and one that may be for a test that
 * gave no series this time, because it is nightly, was not asked for or did not pass.
 * @param tests the names of all tests of the suite
 */
export function findOrphanRules(
  rules: readonly ThresholdRule[],
  series: readonly SeriesIdentity[],
  context: RunContext,
  tests: readonly string[],
): ThresholdRule[] {
  const measured = Map.groupBy(series, ({ test }) => test);
  const byName = createNameIndex(measured.keys());
  const silent = createNameIndex(tests.filter((name) => !measured.has(name)));
  const effort: SearchEffort = { left: mostWork };
  const isOrphan = ({ isDeclared, isShared, match, where }: ThresholdRule): boolean => {
    const { metric, test = '*' } = match;
    if (where === builtInWhere || isDeclared === true || isShared === true) return false;
    const isKnown =
      metric === undefined || builtInMetrics.some(({ name }) => matchesName(metric, name));
    // The spans and annotations of a test without values are unknown.
    const hasTag = (name: string): boolean => fitsField('tag', match, nameOnly(name), context);
    if (isKnown && silent.find(test, effort, hasTag) !== undefined) return false;
    const fields = isKnown ? fieldsOfSeries : (['metric', ...fieldsOfSeries] as const);
    const fits = (one: SeriesIdentity): boolean => {
      effort.left -= 1;
      return effort.left < 0 || fields.every((field) => fitsField(field, match, one, context));
    };
    const hasSeries = (name: string): boolean => measured.get(name)?.some(fits) === true;
    return byName.find(test, effort, hasSeries) === undefined && effort.left >= 0;
  };
  return rules.filter(isOrphan);
}

function nameOnly(test: string): SeriesIdentity {
  return { test, span: '', annotations: {}, platform: '', metric: '' };
}
