import type { ThresholdUsed } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { fitsField, type MatchField, type RunContext } from './match-rule.ts';
import { rankRules } from './rank-rule.ts';

export type ResolveThreshold = (series: SeriesIdentity) => ThresholdUsed;

interface Candidate {
  rule: ThresholdRule;
  threshold: ThresholdUsed;
}

/** The rules that are left for all series that agree up to here. */
interface Branch {
  candidates: readonly Candidate[];
  /** How they narrow down further; absent where they name nothing more but annotations. */
  fork?: Fork;
}

interface Fork {
  /** Index into the levels. */
  level: number;
  next: Map<string, Branch>;
}

interface Level {
  by: 'metric' | 'platform' | 'test' | 'span';
  fields: MatchField[];
}

const levels: readonly Level[] = [
  { by: 'metric', fields: ['metric', 'branch'] },
  { by: 'platform', fields: ['platform'] },
  { by: 'test', fields: ['test', 'tag'] },
  { by: 'span', fields: ['span'] },
];

/**
 * Prepares the rules for many series. They are narrowed down level by level, and each level is matched once
 * for all series that agree in it; only annotations are looked at for every series.
 * @param today YYYY-MM-DD (UTC); decides which mutes still hold
 */
export function createResolver(
  rules: readonly ThresholdRule[],
  context: RunContext,
  today: string,
): ResolveThreshold {
  const ranked = rankRules(rules).map(({ rule }) => ({
    rule,
    threshold: describeThreshold(rule, today),
  }));
  const root = openBranch(ranked, 0);

  return (series) => {
    let branch = root;
    while (branch.fork !== undefined) {
      const { level, next } = branch.fork;
      const { by, fields } = levels[level] as Level;
      let narrower = next.get(series[by]);
      if (narrower === undefined) {
        const candidates = branch.candidates.filter(({ rule }) =>
          fields.every((field) => fitsField(field, rule.match, series, context)),
        );
        narrower = openBranch(candidates, level + 1);
        next.set(series[by], narrower);
      }
      branch = narrower;
    }
    for (const { rule, threshold } of branch.candidates) {
      if (fitsField('annotations', rule.match, series, context)) return threshold;
    }
    throw new Error(`no rule for ${series.metric}, though the built-in one for * fits all`);
  };
}

/** Levels of which no rule names anything are passed over: most builds have no rule for a single span. */
function openBranch(candidates: readonly Candidate[], from: number): Branch {
  for (let level = from; level < levels.length; level += 1) {
    const { fields } = levels[level] as Level;
    if (candidates.some(({ rule }) => fields.some((field) => rule.match[field] !== undefined))) {
      return { candidates, fork: { level, next: new Map() } };
    }
  }
  return { candidates };
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
