import type { ThresholdUsed } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { fitsField, matchFields, type RunContext } from './match-rule.ts';
import { explainRank, rankRules, type RankedRule } from './rank-rule.ts';
import { describeThreshold } from './resolve-threshold.ts';

export interface ThresholdExplanation {
  rule: ThresholdRule;
  threshold: ThresholdUsed;
  /** The other rules, the strongest first, each with why it does not decide. */
  others: { rule: ThresholdRule; matches: boolean; because: string }[];
}

/** Which rule decides a series, and for every other rule why it does not. */
export function explainThreshold(
  series: SeriesIdentity,
  rules: readonly ThresholdRule[],
  context: RunContext,
  today: string,
): ThresholdExplanation {
  const ranked = rankRules(rules);
  const misfit = (entry: RankedRule) =>
    matchFields.find((field) => !fitsField(field, entry.rule.match, series, context));
  // The built-in rule for '*' matches every series.
  const winner = ranked.find((entry) => misfit(entry) === undefined) as RankedRule;
  const others = ranked
    .filter((entry) => entry !== winner)
    .map((entry) => {
      const field = misfit(entry);
      return {
        rule: entry.rule,
        matches: field === undefined,
        because: field === undefined ? explainRank(winner, entry) : `its ${field} does not fit`,
      };
    });
  return { rule: winner.rule, threshold: describeThreshold(winner.rule, today), others };
}
