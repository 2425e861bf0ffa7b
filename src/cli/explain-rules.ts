import { countThings } from '../contract/count-things.ts';
import { listAnnotations } from '../contract/series-key.ts';
import type { SeriesSamples } from '../contract/documents.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { makePlain } from '../report/plain-text.ts';
import { nameSpan } from '../report/series-words.ts';
import { describeRule } from '../suite/describe-rule.ts';
import { builtInWhere } from '../verdict/thresholds/built-in.ts';
import type { ThresholdExplanation } from '../verdict/thresholds/explain-threshold.ts';
import { fitsField, type RunContext } from '../verdict/thresholds/match-rule.ts';

const mostLosers = 3;

/** A rule in one line: where it stands, and what it says. */
export function renderRule(rule: ThresholdRule): string {
  const owner = rule.owner === undefined ? '' : ` (owner: ${makePlain(rule.owner)})`;
  return `${rule.where}  ${describeRule(rule)}${owner}`;
}

/** Rules for another branch or platform: right, and idle in this run. */
export function listIdleRules(
  rules: readonly ThresholdRule[],
  platform: string,
  context: RunContext,
): ThresholdRule[] {
  const here = { test: '', span: '', annotations: {}, metric: '', platform };
  return rules.filter(
    ({ match, where }) =>
      where !== builtInWhere &&
      !(['branch', 'platform'] as const).every((field) => fitsField(field, match, here, context)),
  );
}

/**
 * Every series that a rule of the suite decides, by itself; below them one line for each metric of those that
 * built-in thresholds decide.
 */
export function renderRules(
  series: readonly SeriesSamples[],
  explain: (one: SeriesSamples) => ThresholdExplanation,
): string[] {
  const told: string[] = [];
  const builtIn = new Map<string, { rule: ThresholdRule; count: number }>();
  for (const one of series) {
    const explanation = explain(one);
    const { rule } = explanation;
    if (rule.where !== builtInWhere) told.push(renderRulesOfSeries(one, explanation));
    else builtIn.set(one.metric, { rule, count: (builtIn.get(one.metric)?.count ?? 0) + 1 });
  }
  const folded = [...builtIn].map(
    ([metric, { rule, count }]) => `${makePlain(metric)} (${count} series)  ${renderRule(rule)}`,
  );
  return [...told, ...folded.sort()];
}

/** How many series each rule of the suite decides, in the order of the file, and the built-in ones together. */
export function countByRule(
  series: readonly SeriesSamples[],
  explain: (one: SeriesSamples) => ThresholdExplanation,
  rules: readonly ThresholdRule[],
): string[] {
  const decided = Map.groupBy(series, (one) => explain(one).rule.where);
  const own = rules.flatMap((rule) => {
    const those = decided.get(rule.where);
    return those === undefined ? [] : [`${renderRule(rule)}: ${those.length} series`];
  });
  const others = decided.get(builtInWhere) ?? [];
  const metrics = countThings(new Set(others.map(({ metric }) => metric)).size, 'metric');
  return [
    ...own,
    ...(others.length === 0 ? [] : [`built-in  ${metrics}: ${others.length} series`]),
    `Each by itself, with the rules that it beats: --verbose`,
  ];
}

/** A series with the rule that decides it and the rules that would have. */
export function renderRulesOfSeries(
  series: SeriesSamples,
  explanation: ThresholdExplanation,
): string {
  const annotations = listAnnotations(series.annotations, String);
  const slice = annotations.length === 0 ? '' : ` [${annotations.join(' ')}]`;
  const losers = explanation.others.filter(({ matches }) => matches).slice(0, mostLosers);
  return [
    makePlain(`${nameSpan(series)}${slice} › ${series.metric}`),
    `    ${renderRule(explanation.rule)}`,
    ...losers.map(({ rule, because }) => `      beats ${renderRule(rule)}: ${because}`),
  ].join('\n');
}
