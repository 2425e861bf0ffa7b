import type { SeriesSamples } from '../contract/documents.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { describeRule } from '../suite/describe-rule.ts';
import type { ThresholdExplanation } from '../verdict/thresholds/explain-threshold.ts';

/** A rule in one line: where it stands, and what it says. */
export function tellRule(rule: ThresholdRule): string {
  const owner = rule.owner === undefined ? '' : ` (owner: ${rule.owner})`;
  return `${rule.where}  ${describeRule(rule)}${owner}`;
}

/** A series with the rule that decides it and the rules that would have. */
export function tellSeries(series: SeriesSamples, explanation: ThresholdExplanation): string {
  const annotations = Object.entries(series.annotations).map(([key, value]) => `${key}=${value}`);
  const slice = annotations.length === 0 ? '' : ` [${annotations.join(' ')}]`;
  const losers = explanation.others.filter(({ matches }) => matches).slice(0, 3);
  return [
    `${series.test} › ${series.span}${slice} › ${series.metric}`,
    `    ${tellRule(explanation.rule)}`,
    ...losers.map(({ rule, because }) => `      not ${tellRule(rule)}: ${because}`),
  ].join('\n');
}
