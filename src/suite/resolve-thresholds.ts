import type { Limit, Thresholds } from '../contract/documents.ts';
import type { ThresholdRule } from '../contract/suite.ts';
import { childPointer, type Spot } from './places.ts';
import { readWorse } from './read-worse.ts';

/** The rules of a section `thresholds` that has passed every check. */
export function resolveThresholds(
  { defaults = {}, rules = [] }: Thresholds,
  whereOf: (spot: Spot) => string,
): ThresholdRule[] {
  return [
    ...Object.entries(defaults).map(([metric, limit]): ThresholdRule => {
      const where = whereOf({ key: childPointer('/thresholds/defaults', metric) });
      return { where, match: { metric }, isDefault: true, ...resolveLimit(limit) };
    }),
    ...rules.map((rule, i): ThresholdRule => {
      const where = whereOf(childPointer('/thresholds/rules', i));
      return { where, match: rule.match, ...resolveLimit(rule) };
    }),
  ];
}

export function resolveLimit({
  worse,
  better,
  action = 'block',
  see,
  certainty,
  until,
  because,
  owner,
}: Limit) {
  return {
    ...readWorse(worse),
    ...(better !== undefined && { better: readWorse(better) }),
    action,
    ...(see !== undefined && { see: readShare(see) }),
    ...(certainty === 'sure' && { certainty }),
    ...(until !== undefined && { until }),
    ...(because !== undefined && { because }),
    ...(owner !== undefined && { owner }),
  };
}

export function readShare(percent: string): number {
  return Number(percent.replace('%', '')) / 100;
}
