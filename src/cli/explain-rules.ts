import type { SeriesSamples } from '../contract/documents.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { makePlain } from '../report/plain-text.ts';
import { listAnnotations, nameSpan } from '../report/series-words.ts';
import { describeRule } from '../suite/describe-rule.ts';
import type { ThresholdExplanation } from '../verdict/thresholds/explain-threshold.ts';

const mostLosers = 3;

/** A rule in one line: where it stands, and what it says. */
export function tellRule(rule: ThresholdRule): string {
  const owner = rule.owner === undefined ? '' : ` (owner: ${makePlain(rule.owner)})`;
  return `${rule.where}  ${describeRule(rule)}${owner}`;
}

/** A series with the rule that decides it and the rules that would have. */
export function tellSeries(series: SeriesSamples, explanation: ThresholdExplanation): string {
  const annotations = listAnnotations(series.annotations);
  const slice = annotations.length === 0 ? '' : ` [${annotations.join(' ')}]`;
  const losers = explanation.others.filter(({ matches }) => matches).slice(0, mostLosers);
  return [
    makePlain(`${nameSpan(series)}${slice} › ${series.metric}`),
    `    ${tellRule(explanation.rule)}`,
    ...losers.map(({ rule, because }) => `      beats ${tellRule(rule)}: ${because}`),
  ].join('\n');
}
