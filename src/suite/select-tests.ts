import { filterNames, matchesName } from '../contract/name-pattern.ts';
import type { Suite, SuiteTest } from '../contract/suite.ts';
import { UserError } from '../contract/user-error.ts';
import { suggestName } from './nearest-name.ts';
import { formatOneOf, formatText } from './format-value.ts';

export interface Selection {
  /** Names of tests, `*` for any text; a test that fits one of them is chosen. */
  names?: readonly string[];
  /** A test that has one of these tags is chosen; with names, it must fit both. */
  tags?: readonly string[];
  /** commit: the tests of every change. nightly: those and the nightly ones. */
  when: 'commit' | 'nightly';
}

/**
 * The tests of a run, in the order of the file.
 * @throws UserError when a name or tag fits no test, or no test is left
 */
export function selectTests(suite: Suite, selection: Selection): SuiteTest[] {
  const { names, tags, when } = selection;
  for (const name of names ?? []) refuseUnknownName(suite, name);
  for (const tag of tags ?? []) refuseUnknownTag(suite, tag);
  const asked = suite.tests.filter(
    (test) =>
      (names === undefined || names.some((name) => matchesName(name, test.name))) &&
      (tags === undefined || test.tags.some((tag) => tags.includes(tag))),
  );
  const chosen = asked.filter((test) => when === 'nightly' || test.when === 'commit');
  if (chosen.length > 0) return chosen;
  if (asked.length > 0) {
    throw new UserError({
      seen: `${describeAsked(selection)} only runs nightly`,
      expected: 'at least one test with when: commit',
      remedy: 'add --nightly; in a CI a schedule runs such tests',
    });
  }
  throw new UserError({
    seen: 'no test has both a name and a tag that were asked for',
    expected: 'a tag that one of the named tests has',
    remedy: 'leave out the name or the tag',
  });
}

function describeAsked({ names, tags }: Selection): string {
  return names === undefined && tags === undefined ? 'every test' : 'what was asked for';
}

function refuseUnknownName(suite: Suite, name: string): void {
  const known = suite.tests.map((test) => test.name);
  if (filterNames([name], known).length > 0) return;
  const heir = suite.tests.find(({ renamed }) => renamed?.was?.includes(name));
  const nearest = heir
    ? `name ${formatText(heir.name)}, as it is called now`
    : suggestName(name, known);
  throw new UserError({
    seen: `no test is named ${formatText(name)}`,
    // The only one there is would be named twice.
    ...(known.length === 1 && nearest ? {} : { expected: listNames(suite.tests) }),
    remedy: nearest ?? 'put * for any text, e.g. "upload*"',
  });
}

function refuseUnknownTag(suite: Suite, tag: string): void {
  const known = [...new Set(suite.tests.flatMap((test) => test.tags))];
  if (known.includes(tag)) return;
  const remedy = suggestName(tag, known);
  const expected = known.length === 0 ? 'no tag: no test has one' : formatOneOf(known);
  throw new UserError({
    seen: `no test has the tag ${formatText(tag)}`,
    ...(known.length === 1 && remedy ? {} : { expected }),
    ...(remedy && { remedy }),
  });
}

function listNames(tests: readonly SuiteTest[]): string {
  return formatOneOf(
    tests.map(({ name }) => formatText(name)),
    10,
  );
}
