import type { ThresholdUsed, Verdict } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { formatNumber, formatQuantity, type Unit } from '../../../src/contract/units.ts';
import type { ConfigurationChange } from '../../../src/report/pull-request/view.ts';
import { createResolver } from '../../../src/verdict/thresholds/resolve-threshold.ts';

const mostListed = 200;

/**
 * Which threshold would be another one, for which of the series that were measured.
 * @param today YYYY-MM-DD (UTC); decides which mutes hold
 */
export function compareThresholds(
  base: Suite,
  head: Suite,
  verdict: Verdict,
  { today, targetBranch }: { today: string; targetBranch: string },
): Pick<ConfigurationChange, 'rules' | 'more'> {
  const units = new Map(verdict.metrics.map(({ name, unit }) => [name, unit]));
  const [resolveBase, resolveHead] = [base, head].map(({ tests, thresholds }) => {
    const tagsOf = new Map(tests.map(({ name, tags }) => [name, tags]));
    return createResolver(thresholds, { tagsOf, targetBranch }, today);
  });
  if (resolveBase === undefined || resolveHead === undefined) return { rules: [], more: 0 };
  const rules: ConfigurationChange['rules'][number][] = [];
  let more = 0;
  for (const series of verdict.series) {
    const { test, span, metric } = series;
    const unit = units.get(metric) ?? 'count';
    const before = describeThreshold(resolveBase(series), unit);
    const after = describeThreshold(resolveHead(series), unit);
    if (before === after) continue;
    if (rules.length < mostListed) rules.push({ test, span, metric, before, after });
    else more += 1;
  }
  return { rules, more };
}

/** `3% and 2 ms, blocks`; equal where the same is asked for. */
function describeThreshold(
  { action, relative, absolute, mutedUntil }: ThresholdUsed,
  unit: Unit,
): string {
  const limits = [
    ...(relative === undefined ? [] : [`${formatNumber(relative * 100)}%`]),
    ...(absolute === undefined ? [] : [formatQuantity(absolute, unit)]),
  ];
  const muted = mutedUntil === undefined ? '' : ` until ${mutedUntil}`;
  return `${limits.join(' and ')}, ${action === 'block' ? 'blocks' : 'warns'}${muted}`;
}
