import { identifyPlatform, namePlatform } from '../contract/platforms.ts';
import type { Match, Rule } from '../contract/documents.ts';
import { reservedKeys } from '../contract/series-key.ts';
import { checkLimit, checkMetric } from './check-limit.ts';
import { platformExpected, spellPlatform } from './check-platforms.ts';
import type { KnownMetrics } from './known-metrics.ts';
import { childPointer, type SuiteProblem } from './places.ts';
import { formatChoices, formatText } from './format-value.ts';

/** Checks one rule by itself. */
export function checkRule(rule: Rule, pointer: string, known: KnownMetrics): SuiteProblem[] {
  const { metric, annotations } = rule.match;
  const problems: SuiteProblem[] = [];
  if (metric !== undefined) {
    const unknown = checkMetric(metric, `${pointer}/match/metric`, known);
    const family = `${metric}.*`;
    const isFamily = checkMetric(family, '', known) === undefined;
    if (unknown) {
      problems.push({ ...unknown, ...(isFamily && { remedy: `did you mean "${family}"?` }) });
    }
  }
  for (const key of Object.keys(annotations ?? {})) {
    if (!reservedKeys.has(key)) continue;
    problems.push({
      at: { key: childPointer(`${pointer}/match/annotations`, key) },
      seen: `${formatText(key)} is a reserved annotation key, which no span can have`,
      expected: `none of ${formatChoices([...reservedKeys])}`,
      remedy: `to match the ${key} of a series, see the keys of "match"`,
    });
  }
  for (const [key, meant] of neverMatching(rule.match)) {
    problems.push({
      at: `${pointer}/match/${key}`,
      seen: `${formatText(rule.match[key] ?? '')} can never be the name of a ${key}`,
      expected: key === 'branch' ? 'a short name, e.g. main' : platformExpected,
      remedy: `write ${formatText(meant)}`,
    });
  }
  if (Object.keys(annotations ?? { a: 1 }).length === 0) {
    problems.push({
      at: `${pointer}/match/annotations`,
      seen: 'annotations without any key match every span',
      expected: 'at least one annotation, or no "annotations" at all',
    });
  }
  return [...problems, ...checkLimit(rule, metric, pointer, known)];
}

/** Key of a match → what was meant by its value, where that can be the name of none. */
function neverMatching({ branch = '', platform = '' }: Match): Map<'branch' | 'platform', string> {
  const meant = new Map<'branch' | 'platform', string>();
  const short = branch
    .replaceAll(/^[\s/]+|[\s/]+$/g, '')
    .replace(/^(?:refs\/)?(?:heads|remotes\/[^/]+|origin)\//, '');
  if (short !== branch) meant.set('branch', short);
  const named = namePlatform(spellPlatform(platform));
  if (named !== namePlatform(platform)) meant.set('platform', named);
  return meant;
}

/** Two rules that match the same: which of them decides would be chance. */
export function checkSameMatches(
  rules: readonly { rule: Rule; pointer: string }[],
): SuiteProblem[] {
  const seen = new Set<string>();
  const problems: SuiteProblem[] = [];
  for (const { rule, pointer } of rules) {
    const key = matchKey(rule.match);
    if (seen.has(key)) {
      problems.push({
        at: `${pointer}/match`,
        seen: 'a second rule that matches exactly the same',
        expected: 'one rule for one match: neither of two would be the more specific',
        remedy: 'remove one, or let one of them match less',
      });
    }
    seen.add(key);
  }
  return problems;
}

function matchKey({ annotations, platform, ...match }: Match): string {
  const named = { ...match, platform: platform && identifyPlatform(platform) };
  return JSON.stringify([sortedEntries(named), sortedEntries(annotations ?? {})]);
}

function sortedEntries(map: object): [string, unknown][] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}
