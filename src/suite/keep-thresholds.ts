import { directedFormats } from '../contract/directed-formats.ts';
import type { Problem } from '../contract/documents.ts';
import { findRuledNames, findTest, type RuledAs } from '../contract/renames.ts';
import type { Suite, SuiteTest, ThresholdRule } from '../contract/suite.ts';
import { keepPlan } from './keep-plan.ts';
import { describeSuiteChanges } from './list-suite-changes.ts';

export interface SuiteOfChange {
  /** The tests of the change, with the thresholds that count for it, and no fewer repeats than before. */
  suite: Suite;
  /** The parts of the change's perigee.yml that do not count, or count only because there is no older one. */
  notes: string[];
  /** Before the change; `none` where there was no such file. Absent if it is unknown what was there. */
  base?: Suite | 'none';
  /** Changes of what is measured. */
  problems: Problem[];
  /** Thresholds that are those of before → where they stand in the file of the change. */
  moved?: ReadonlyMap<string, string>;
}

/**
 * The suite of a change, judged by the thresholds that were there before it, from no fewer repeats than were
 * asked for then. Tags choose among thresholds, so those of before count too.
 * @param old of the commit that counts for thresholds
 * @param suite of the change
 * @param file path of perigee.yml, for messages
 */
export function keepThresholds(old: Suite, suite: Suite, file: string): SuiteOfChange {
  const notes: string[] = [];
  const before = new Map(old.tests.map((test) => [test.name, test]));
  const spansOfRules = new Set(old.thresholds.flatMap(({ match: { span } }) => span ?? []));
  const renamed: { name: string; ruledAs: RuledAs }[] = [];
  const tests = suite.tests.map((test): SuiteTest => {
    const own = findTest(before, test);
    if (own === undefined) return test;
    const ruledAs = findRuledNames(own, test, spansOfRules);
    if (ruledAs !== undefined) renamed.push({ name: test.name, ruledAs });
    return { ...keepDirection(own.results, test), tags: own.tags, ruledAs };
  });
  const known = old.thresholds.map((rule) => followNames(rule, renamed));
  // If they ask for the same, those of the change stand on the lines that its reader sees.
  const areSame = isSame(known, suite.thresholds);
  if (!areSame) {
    notes.push(
      `the thresholds of ${file} are changed here: they count once this is merged, until then the old ones`,
    );
  }
  if (tests.some(({ tags }, i) => !isSameSet(tags, suite.tests[i]?.tags ?? []))) {
    notes.push(
      `tags of tests are changed in ${file}: until this is merged, the old ones choose the thresholds`,
    );
  }
  // A pattern may fit the new name of a test, and not the old one.
  const takesOwn = areSame && renamed.length === 0;
  return {
    suite: {
      ...suite,
      ...keepPlan(old, suite),
      ...keepNumbers(old, suite),
      tests,
      thresholds: takesOwn ? suite.thresholds : old.thresholds,
      written: { tests: suite.tests, thresholds: suite.thresholds },
      host: old.host,
    },
    base: old,
    notes,
    problems: describeSuiteChanges(old, suite, file),
    ...(takesOwn ? {} : { moved: followRules(known, suite.thresholds, file) }),
  };
}

/** @param file path of perigee.yml, for messages */
export const noteInvalid = (file: string): string =>
  `${file} was not valid before this change, so the thresholds of the change count`;

/** A rule that names a renamed test or span, as the change has to write it. */
function followNames(
  rule: ThresholdRule,
  renamed: readonly { name: string; ruledAs: RuledAs }[],
): ThresholdRule {
  const { span, test } = rule.match;
  const ofTest = renamed.find(({ ruledAs }) => ruledAs.test === test);
  const [spanNow] =
    renamed
      .filter((one) => test === undefined || one === ofTest)
      .flatMap(({ ruledAs: { spans } }) => Object.entries(spans))
      .find(([, was]) => was === span) ?? [];
  const match = {
    ...(ofTest && { test: ofTest.name }),
    ...(spanNow !== undefined && { span: spanNow }),
  };
  return { ...rule, match: { ...rule.match, ...match } };
}

/** A change could turn around which way is better. */
function keepDirection(old: SuiteTest['results'], test: SuiteTest): SuiteTest {
  const formats = [old?.format ?? '', test.results?.format ?? ''];
  if (old === undefined || !formats.every((format) => directedFormats.has(format))) return test;
  return { ...test, results: { ...test.results, format: old.format } };
}

/** A number's meaning before the change counts: a change could turn around which way is better, or take it out. */
function keepNumbers(old: Suite, suite: Suite): Pick<Suite, 'numbers'> {
  if (old.numbers === undefined) return {};
  return { numbers: new Map([...(suite.numbers ?? []), ...old.numbers]) };
}

/** A rule is the same where it matches the same; one that the change takes out is at the top of its file. */
function followRules(
  old: Suite['thresholds'],
  rules: Suite['thresholds'],
  file: string,
): Map<string, string> {
  const keyOf = ({ isDefault, match }: ThresholdRule): string =>
    JSON.stringify([isDefault === true, match]);
  const places = Map.groupBy(rules, keyOf);
  return new Map(
    old.map((rule) => [rule.where, places.get(keyOf(rule))?.shift()?.where ?? `${file}:1:1`]),
  );
}

/** The place of a rule in the file says nothing of its demand. */
function isSame(some: Suite['thresholds'], others: Suite['thresholds']): boolean {
  const plain = (rules: Suite['thresholds']): string =>
    JSON.stringify(rules.map((rule) => ({ ...rule, where: '' })));
  return plain(some) === plain(others);
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join('\n') === others.toSorted().join('\n');
}
