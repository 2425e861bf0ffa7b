import type { ThresholdUsed, Verdict } from '../../../src/contract/documents.ts';
import type { Suite } from '../../../src/contract/suite.ts';
import { formatNumber, formatQuantity, type Unit } from '../../../src/contract/units.ts';
import type { ConfigurationChange } from '../../../src/report/pull-request/view.ts';
import { createResolver } from '../../../src/verdict/thresholds/resolve-threshold.ts';

const mostListed = 200;

/** One perigee.yml of a change: as it counts now, as the change has it, and where the change began. */
export interface Suites {
  base: Suite;
  head: Suite;
  start: Suite;
}

/**
 * Which threshold would be another one, for which of the series that were measured. One that only the base
 * branch changed is not listed: merging leaves it as it is there.
 * @param today YYYY-MM-DD (UTC); decides which mutes hold
 */
export function compareThresholds(
  { base, head, start }: Suites,
  verdict: Verdict,
  { today, targetBranch }: { today: string; targetBranch: string },
): Pick<ConfigurationChange, 'rules' | 'more'> {
  const units = new Map(verdict.metrics.map(({ name, unit }) => [name, unit]));
  const resolverOf = ({ tests, thresholds }: Suite) => {
    const tagsOf = new Map(tests.map(({ name, tags }) => [name, tags]));
    return createResolver(thresholds, { tagsOf, targetBranch }, today);
  };
  const resolveBase = resolverOf(base);
  const resolveHead = resolverOf(head);
  const resolveStart = resolverOf(start);
  const rules: ConfigurationChange['rules'][number][] = [];
  let more = 0;
  for (const series of verdict.series) {
    const { test, span, metric } = series;
    const unit = units.get(metric) ?? 'count';
    const before = describeThreshold(resolveBase(series), unit);
    const after = describeThreshold(resolveHead(series), unit);
    if (before === after || describeThreshold(resolveStart(series), unit) === after) continue;
    if (rules.length < mostListed) rules.push({ test, span, metric, before, after });
    else more += 1;
  }
  return { rules, more };
}

/** `3% and 2 ms, blocks`; equal where the same is asked for. */
function describeThreshold(
  { action, relative, absolute, certainty, mutedUntil }: ThresholdUsed,
  unit: Unit,
): string {
  const limits = [
    ...(relative === undefined ? [] : [`${formatNumber(relative * 100)}%`]),
    ...(absolute === undefined ? [] : [formatQuantity(absolute, unit)]),
  ];
  const surely = certainty === 'sure' ? 'surely ' : '';
  const muted = mutedUntil === undefined ? '' : ` until ${mutedUntil}`;
  return `${surely}${limits.join(' and ')}, ${action === 'block' ? 'blocks' : 'warns'}${muted}`;
}
