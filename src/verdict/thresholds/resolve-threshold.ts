import type { ThresholdUsed } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { fitsField, type MatchField, type RunContext } from './match-rule.ts';
import { rankRules, type RankedRule } from './rank-rule.ts';

export type ResolveThreshold = (series: SeriesIdentity) => ThresholdUsed;

/**
 * Prepares the rules for many series. Each field is matched once per value and not once per series: first
 * the rules for a metric and platform, then of these for a test, then for a span.
 * @param today YYYY-MM-DD (UTC); decides which mutes still hold
 */
export function createResolver(
  rules: readonly ThresholdRule[],
  context: RunContext,
  today: string,
): ResolveThreshold {
  const ranked = rankRules(rules);
  const used = new Map<RankedRule, ThresholdUsed>();
  for (const entry of ranked) used.set(entry, describeThreshold(entry.rule, today));
  const byMetric = new Map<string, RankedRule[]>();
  const byTest = new Map<string, RankedRule[]>();
  const bySpan = new Map<string, RankedRule[]>();

  return (series) => {
    const fits = (fields: readonly MatchField[]) => (entry: RankedRule) =>
      fields.every((field) => fitsField(field, entry.rule.match, series, context));
    const metricKey = `${series.metric}\u0000${series.platform}`;
    const ofMetric = remember(byMetric, metricKey, () =>
      ranked.filter(fits(['metric', 'platform', 'branch'])),
    );
    const testKey = `${metricKey}\u0000${series.test}`;
    const ofTest = remember(byTest, testKey, () => ofMetric.filter(fits(['test', 'tag'])));
    const ofSpan = remember(bySpan, `${testKey}\u0000${series.span}`, () =>
      ofTest.filter(fits(['span'])),
    );
    const winner = ofSpan.find(fits(['annotations']));
    // The built-in rule for '*' matches every series.
    return used.get(winner as RankedRule) as ThresholdUsed;
  };
}

/** A rule as it applies on a day: muted rules warn, expired mutes are forgotten. */
export function describeThreshold(rule: ThresholdRule, today: string): ThresholdUsed {
  const muted = rule.action === 'block' && rule.until !== undefined && today <= rule.until;
  return {
    rule: rule.where,
    action: muted ? 'warn' : rule.action,
    ...(rule.relative === undefined ? {} : { relative: rule.relative }),
    ...(rule.absolute === undefined ? {} : { absolute: rule.absolute.value }),
    ...(muted && rule.until !== undefined ? { mutedUntil: rule.until } : {}),
    ...(rule.owner === undefined ? {} : { owner: rule.owner }),
  };
}

function remember<V>(cache: Map<string, V>, key: string, compute: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(key, value);
  return value;
}
