import type { Match, Test } from '../contract/documents.ts';
import { createNameIndex } from '../contract/name-index.ts';
import { listNames } from './check-renames.ts';
import { suggestName } from './nearest-name.ts';
import type { SuiteProblem } from './places.ts';
import { formatOneOf, formatText } from './format-value.ts';

/**
 * Names that are compared with patterns, over all rules: a second in the worst case. Thousands of rules that
 * begin with a text of their own stay far below. A rule beyond it is not lost: one that matches nothing is
 * named after the run.
 */
const mostWork = 5_000_000;

type CheckReach = (match: Match, pointer: string) => SuiteProblem | undefined;

/** Prepares to ask of each rule whether it can match any test, as far as that is known without a run. */
export function createReachCheck(tests: readonly Test[]): CheckReach {
  const names = tests.map(({ name }) => name);
  const tags = [...new Set(tests.flatMap((test) => test.tags ?? []))];
  const tagsOf = new Map(tests.map((test) => [test.name, test.tags ?? []]));
  const effort = { left: mostWork };
  const byName = createNameIndex(names);
  const byTag = createNameIndex(tags);
  const noName = describeNone(names);
  const noTag = describeNone(tags);

  return ({ test, tag }, pointer) => {
    const at = (key: string): string => `${pointer}/match/${key}`;
    if (test !== undefined && byName.find(test, effort) === undefined) {
      if (effort.left < 0) return undefined;
      const heir = tests.find(({ was = [] }) => listNames(was).includes(test));
      if (heir === undefined)
        return noName(`no test is named ${formatText(test)}`, test, at('test'));
      const seen = `the test ${formatText(test)} is called ${formatText(heir.name)} now`;
      return { at: at('test'), seen, remedy: `write ${formatText(heir.name)}` };
    }
    if (tag !== undefined && byTag.find(tag, effort) === undefined) {
      return effort.left < 0
        ? undefined
        : noTag(`no test has the tag ${formatText(tag)}`, tag, at('tag'));
    }
    if (test === undefined || tag === undefined) return undefined;
    const hasTag = (name: string): boolean =>
      createNameIndex(tagsOf.get(name) ?? []).find(tag, effort) !== undefined;
    if (byName.find(test, effort, hasTag) !== undefined || effort.left < 0) return undefined;
    return {
      at: at('tag'),
      seen: `no test is named ${formatText(test)} and has the tag ${formatText(tag)}`,
      expected: 'a rule that matches at least one test',
    };
  };
}

function describeNone(names: readonly string[]) {
  const otherwise = 'remove the rule, or name what there is; * stands for any text';
  let expected = names.length === 0 ? 'no "tag" in "match": no test has tags' : undefined;
  return (seen: string, word: string, at: string): SuiteProblem => {
    expected ??= formatOneOf(names.map(formatText), 10);
    return {
      ...{ at, seen, expected },
      remedy: (effort) => suggestName(word, names, otherwise, effort),
    };
  };
}
