import type { Match, Test } from '../contract/documents.ts';
import { matchesName } from '../contract/name-pattern.ts';
import { suggestName } from './nearest-name.ts';
import { offsetOf, type Places, type SuiteProblem } from './places.ts';
import { showOneOf, showText } from './show-value.ts';

/**
 * Characters of patterns times characters of names. A few seconds in the worst case; a suite of
 * 10,000 tests with hundreds of starred rules stays below. A rule beyond it is not lost: one that
 * matches nothing is named after the run.
 */
const mostWork = 5e9;

type CheckReach = (match: Match, pointer: string) => SuiteProblem | undefined;

/** Prepares to ask of each rule whether it can match any test, as far as that is known without a run. */
export function createReachCheck(tests: readonly Test[], places: Places): CheckReach {
  const names = tests.map(({ name }) => name);
  const tags = [...new Set(tests.flatMap((test) => test.tags ?? []))];
  const hasName = createLookup(names);
  const hasTag = createLookup(tags);

  return ({ test, tag }, pointer) => {
    const at = (key: string): number => offsetOf(places, `${pointer}/match/${key}`);
    if (test !== undefined && !hasName(test)) {
      return noneFits(`no test is named ${showText(test)}`, test, names, at('test'));
    }
    if (tag !== undefined && !hasTag(tag)) {
      return noneFits(`no test has the tag ${showText(tag)}`, tag, tags, at('tag'));
    }
    if (test === undefined || tag === undefined) return undefined;
    const both = tests.some(
      (one) => matchesName(test, one.name) && (one.tags ?? []).some((own) => matchesName(tag, own)),
    );
    if (both) return undefined;
    return {
      offset: at('tag'),
      seen: `no test is named ${showText(test)} and has the tag ${showText(tag)}`,
      expected: 'a rule that matches at least one test',
    };
  };
}

/** Whether a pattern fits any of the names; true where finding out would take too long. */
function createLookup(names: readonly string[]): (pattern: string) => boolean {
  const exact = new Set(names);
  const characters = names.reduce((sum, name) => sum + name.length, 0);
  let work = 0;
  return (pattern) => {
    if (!pattern.includes('*')) return exact.has(pattern);
    work += pattern.length * characters;
    return work > mostWork || names.some((name) => matchesName(pattern, name));
  };
}

function noneFits(
  seen: string,
  word: string,
  names: readonly string[],
  offset: number,
): SuiteProblem {
  const known = showOneOf(names.map(showText), 10);
  return {
    offset,
    seen,
    expected: names.length === 0 ? 'no "tag" in "match": no test has tags' : known,
    remedy:
      suggestName(word, names) ?? 'remove the rule, or name what there is; * stands for any text',
  };
}
