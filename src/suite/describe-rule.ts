import { namePlatform } from '../contract/platforms.ts';
import type { ThresholdMatch, ThresholdRule } from '../contract/suite.ts';
import { formatNumber, formatQuantity } from '../contract/units.ts';
import { formatText } from './format-value.ts';

/**
 * A rule in one line: `test "upload*", metric "latency": more than 3% and 2 ms worse blocks`.
 * Names are made harmless; a rule that matches everything says so.
 */
export function describeRule(rule: ThresholdRule): string {
  const { action, better, certainty, until } = rule;
  const then = action === 'warn' ? 'warns' : until ? `blocks after ${until}` : 'blocks';
  const surely = certainty === 'sure' ? 'surely ' : '';
  const told = better === undefined ? '' : `; more than ${formatLimits(better)} better is told`;
  return `${describeMatch(rule.match)}: ${surely}more than ${formatLimits(rule)} worse ${then}${told}`;
}

function formatLimits({
  absolute,
  relative,
}: Pick<ThresholdRule, 'relative' | 'absolute'>): string {
  return [
    ...(relative === undefined ? [] : [`${formatNumber(relative * 100)}%`]),
    ...(absolute === undefined ? [] : [formatQuantity(absolute.value, absolute.unit)]),
  ].join(' and ');
}

function describeMatch({ annotations = {}, ...names }: ThresholdMatch): string {
  const shown = (key: string, name: string): string =>
    key === 'platform' ? namePlatform(name) : name;
  const parts = [
    ...Object.entries(names).map(([key, name]) => `${key} ${formatText(shown(key, name))}`),
    ...Object.entries(annotations).map(([key, value]) => `${key} = ${formatText(String(value))}`),
  ];
  return parts.length === 0 ? 'every series' : parts.join(', ');
}
