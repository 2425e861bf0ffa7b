import { reservedAnnotationKeys } from '../contract/annotation-keys.ts';
import type { Match, Rule, Test } from '../contract/documents.ts';
import { matchesName } from '../contract/name-pattern.ts';
import { checkLimit, checkMetric } from './check-limit.ts';
import { suggestName } from './nearest-name.ts';
import { childPointer, offsetOf, offsetOfKey, type Places, type SuiteProblem } from './places.ts';
import { showChoices, showText } from './show-value.ts';

/** What is wrong with one rule by itself. */
export function checkRule(rule: Rule, pointer: string, places: Places): SuiteProblem[] {
  const { metric, annotations } = rule.match;
  const problems: SuiteProblem[] = [];
  const badMetric =
    metric === undefined
      ? undefined
      : checkMetric(metric, offsetOf(places, `${pointer}/match/metric`));
  if (badMetric !== undefined) problems.push(badMetric);
  for (const key of Object.keys(annotations ?? {})) {
    if (!reservedAnnotationKeys.has(key)) continue;
    problems.push({
      offset: offsetOfKey(places, childPointer(`${pointer}/match/annotations`, key)),
      seen: `${showText(key)} is a reserved annotation key, which no span can have`,
      expected: `none of ${showChoices([...reservedAnnotationKeys])}`,
      remedy: `to match the ${key} of a series, see the keys of "match"`,
    });
  }
  if (Object.keys(annotations ?? { a: 1 }).length === 0) {
    problems.push({
      offset: offsetOf(places, `${pointer}/match/annotations`),
      seen: 'annotations without any key match every span',
      expected: 'at least one annotation, or no "annotations" at all',
    });
  }
  return [...problems, ...checkLimit(rule, metric, pointer, places)];
}

/** Whether a rule can match any test of the suite; known without a run. */
export function checkRuleReach(
  match: Match,
  tests: readonly Test[],
  pointer: string,
  places: Places,
): SuiteProblem | undefined {
  const at = (key: string): number => offsetOf(places, `${pointer}/match/${key}`);
  const names = tests.map(({ name }) => name);
  if (match.test !== undefined && !fitsAny(match.test, names)) {
    return noneFits(`no test is named ${showText(match.test)}`, match.test, names, at('test'));
  }
  const tags = [...new Set(tests.flatMap((test) => test.tags ?? []))];
  if (match.tag !== undefined && !fitsAny(match.tag, tags)) {
    return noneFits(`no test has the tag ${showText(match.tag)}`, match.tag, tags, at('tag'));
  }
  const { test, tag } = match;
  if (test === undefined || tag === undefined) return undefined;
  if (tests.some(({ name, tags = [] }) => matchesName(test, name) && fitsAny(tag, tags))) {
    return undefined;
  }
  return {
    offset: at('tag'),
    seen: `no test is named ${showText(test)} and has the tag ${showText(tag)}`,
    expected: 'a rule that matches at least one test',
  };
}

function fitsAny(pattern: string, names: readonly string[]): boolean {
  return names.some((name) => matchesName(pattern, name));
}

function noneFits(
  seen: string,
  word: string,
  names: readonly string[],
  offset: number,
): SuiteProblem {
  const remedy = suggestName(
    word,
    names,
    'remove the rule, or name what there is; * stands for any text',
  );
  const known = showChoices(names.map(showText), 10);
  return {
    offset,
    seen,
    expected: names.length === 0 ? 'no "tag" in "match": no test has tags' : `one of ${known}`,
    ...(remedy && { remedy }),
  };
}

/** Two rules that match the same: which of them decides would be chance. */
export function checkSameMatches(
  rules: readonly { rule: Rule; pointer: string }[],
  places: Places,
): SuiteProblem[] {
  const seen = new Set<string>();
  const problems: SuiteProblem[] = [];
  for (const { rule, pointer } of rules) {
    const key = matchKey(rule.match);
    if (seen.has(key)) {
      problems.push({
        offset: offsetOf(places, `${pointer}/match`),
        seen: 'a second rule that matches exactly the same',
        expected: 'one rule for one match: neither of two would be the more specific',
        remedy: 'remove one, or let one of them match less',
      });
    }
    seen.add(key);
  }
  return problems;
}

function matchKey({ annotations, ...match }: Match): string {
  return JSON.stringify([sortedEntries(match), sortedEntries(annotations ?? {})]);
}

function sortedEntries(map: object): [string, unknown][] {
  return Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1));
}
