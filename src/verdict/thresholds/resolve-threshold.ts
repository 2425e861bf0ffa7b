import type { Metric, ThresholdUsed } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { ThresholdRule } from '../../contract/suite.ts';
import { createPatternIndex, type PatternIndex } from '../../contract/name-index.ts';
import { fitsField, listPlatformNames, nameForRules, type RunContext } from './match-rule.ts';
import { rankRules } from './rank-rule.ts';

export type ResolveThreshold = (series: SeriesIdentity) => ThresholdUsed;

interface Candidate {
  /** The strongest has 0. */
  rank: number;
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
  /** Those that name no tag, by the pattern of the level. */
  named: PatternIndex<Candidate>;
  /** The others, by their tag. A test has few tags and a suite may have thousands of rules with one. */
  tagged: PatternIndex<Candidate>;
}

interface Level {
  by: 'metric' | 'platform' | 'test' | 'span';
  /** Further facts at this level. */
  also?: 'branch' | 'tag';
}

const levels: readonly Level[] = [
  { by: 'metric', also: 'branch' },
  { by: 'platform' },
  { by: 'test', also: 'tag' },
  { by: 'span' },
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
  const ranked = rankRules(rules).map(({ rule }, rank) => ({
    ...{ rank, rule },
    threshold: describeThreshold(rule, today),
  }));
  const root = openBranch(ranked, 0);

  return (named) => {
    const series = nameForRules(named, context);
    let branch = root;
    while (branch.fork !== undefined) {
      const { level, next } = branch.fork;
      const { by } = levels[level] as Level;
      let narrower = next.get(series[by]);
      if (narrower === undefined) {
        narrower = openBranch(narrowDown(branch.fork, series, context), level + 1);
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
    const { by, also } = levels[level] as Level;
    const names = ({ rule: { match } }: Candidate): boolean =>
      match[by] !== undefined || (also !== undefined && match[also] !== undefined);
    if (!candidates.some(names)) continue;
    const isTagged = ({ rule }: Candidate): boolean =>
      also === 'tag' && rule.match.tag !== undefined;
    const named = createPatternIndex(
      candidates.filter((one) => !isTagged(one)),
      ({ rule }) => rule.match[by] ?? '*',
    );
    const tagged = createPatternIndex(
      candidates.filter(isTagged),
      ({ rule }) => rule.match.tag ?? '*',
    );
    return { candidates, fork: { level, next: new Map(), named, tagged } };
  }
  return { candidates };
}

/** In the order of their rank, as they were. */
function narrowDown(
  { level, named, tagged }: Fork,
  series: SeriesIdentity,
  context: RunContext,
): Candidate[] {
  const { by, also } = levels[level] as Level;
  const names = by === 'platform' ? listPlatformNames(series.platform) : [series[by]];
  const found = [...new Set(names.flatMap((name) => named.find(name)))];
  const tags = also === 'tag' ? (context.tagsOf.get(series.test) ?? []) : [];
  const ofTags = new Set(tags.flatMap((tag) => tagged.find(tag)));
  for (const one of ofTags) if (fitsField(by, one.rule.match, series, context)) found.push(one);
  if (ofTags.size > 0 || names.length > 1) found.sort((a, b) => a.rank - b.rank);
  return also === 'branch'
    ? found.filter(({ rule }) => fitsField(also, rule.match, series, context))
    : found;
}

/** A rule as it applies on a day: muted rules warn, expired mutes are forgotten. */
export function describeThreshold(rule: ThresholdRule, today: string): ThresholdUsed {
  const muted = rule.action === 'block' && rule.until !== undefined && today <= rule.until;
  return {
    absolute: rule.absolute?.value,
    action: muted ? 'warn' : rule.action,
    ...(rule.better && {
      better: { relative: rule.better.relative, absolute: rule.better.absolute?.value },
    }),
    certainty: rule.certainty,
    mutedUntil: muted ? rule.until : undefined,
    owner: rule.owner,
    relative: rule.relative,
    rule: rule.where,
    see: rule.see,
  };
}

/** How far a series may move: of the two, the one that is harder to pass. */
export type Allowed = Pick<ThresholdUsed, 'absolute' | 'relative'>;

/** What improvements have to pass, as it is written. */
export function ofBetter(threshold: ThresholdUsed): Allowed {
  return threshold.better ?? threshold;
}

/**
 * The same for the rule, which asks by how much the value before is worse than the one after. `better: 30%` is a share
 * of the value before, as reports print it: at most 0.7 of it where lower is better, at least 1.3 where higher is.
 */
export function limitOfBetter(
  threshold: ThresholdUsed,
  { direction }: Pick<Metric, 'direction'>,
): Allowed {
  const { absolute, relative: share } = ofBetter(threshold);
  if (threshold.better === undefined || share === undefined) return { absolute, relative: share };
  const left = direction === 'lower' ? 1 - share : 1 + share;
  return { absolute, relative: left > 0 ? share / left : Infinity };
}
