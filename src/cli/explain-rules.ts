import type { SeriesSamples } from '../contract/documents.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { formatQuantity } from '../contract/units.ts';
import type { ThresholdExplanation } from '../verdict/thresholds/explain-threshold.ts';

/** A rule in one line: where it stands, what it matches, how much worse, what then. */
export function tellRule(rule: ThresholdRule): string {
  const { match, action, until, owner } = rule;
  const fields = Object.entries(match).map(([key, value]) =>
    typeof value === 'string' ? `${key}: ${value}` : `${key}: ${JSON.stringify(value)}`,
  );
  const mute = until === undefined ? '' : `, only warns until ${until}`;
  const who = owner === undefined ? '' : `, owner ${owner}`;
  return `${rule.where} (${fields.join(', ')}): ${tellLimit(rule)} ${action}s${mute}${who}`;
}

function tellLimit({ relative, absolute }: ThresholdRule): string {
  const parts = [
    ...(relative === undefined ? [] : [`${Number((relative * 100).toPrecision(4))}%`]),
    ...(absolute === undefined ? [] : [formatQuantity(absolute.value, absolute.unit)]),
  ];
  return `${parts.join(' and ')} worse`;
}

/** A series with the rule that decides it and the rules that would have. */
export function tellSeries(series: SeriesSamples, explanation: ThresholdExplanation): string {
  const annotations = Object.entries(series.annotations).map(([key, value]) => `${key}=${value}`);
  const slice = annotations.length === 0 ? '' : ` [${annotations.join(' ')}]`;
  const losers = explanation.others.filter(({ matches }) => matches);
  return [
    `${series.test} › ${series.span}${slice} › ${series.metric}`,
    `    ${tellRule(explanation.rule)}`,
    ...losers.slice(0, 3).map(({ rule, because }) => `      not ${tellRule(rule)}: ${because}`),
  ].join('\n');
}
