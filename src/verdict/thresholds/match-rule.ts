import type { Annotations } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { SuiteTest, ThresholdMatch } from '../../contract/suite.ts';
import { matchesName } from '../../contract/name-pattern.ts';

/** What a series' identity does not hold and a rule may name. */
export interface RunContext {
  /** The branch that the change is to be merged into. */
  targetBranch?: string;
  /** Test to its tags. */
  tagsOf: ReadonlyMap<string, readonly string[]>;
  /** Test to the name that the rules know it by, where that is another one. */
  ruledAs?: ReadonlyMap<string, string>;
}

/** What rules may name of the tests of a suite. */
export function contextOfTests(
  tests: readonly Pick<SuiteTest, 'name' | 'ruledAs' | 'tags'>[],
): Pick<RunContext, 'tagsOf' | 'ruledAs'> {
  return {
    tagsOf: new Map(tests.map(({ name, ruledAs = name, tags }) => [ruledAs, tags])),
    ruledAs: new Map(
      tests.flatMap(({ name, ruledAs }) => (ruledAs === undefined ? [] : [[name, ruledAs]])),
    ),
  };
}

/** A series under the name that the rules know its test by. */
export function nameForRules<T extends { test: string }>(
  series: T,
  { ruledAs }: Pick<RunContext, 'ruledAs'>,
): T {
  const test = ruledAs?.get(series.test);
  return test === undefined ? series : { ...series, test };
}

/** The parts of a rule in the order in which they are named when they do not fit. */
export type MatchField = keyof ThresholdMatch;
export const matchFields: readonly MatchField[] = [
  'metric',
  'test',
  'span',
  'annotations',
  'tag',
  'branch',
  'platform',
];

/** Whether one field of a rule lets the series pass; a field that is not named always does. */
export function fitsField(
  field: MatchField,
  match: ThresholdMatch,
  series: SeriesIdentity,
  context: RunContext,
): boolean {
  if (match[field] === undefined) return true;
  switch (field) {
    case 'metric':
      return matchesName(match.metric ?? '*', series.metric);
    case 'test':
      return matchesName(match.test ?? '*', series.test);
    case 'span':
      return matchesName(match.span ?? '*', series.span);
    case 'annotations':
      return fitsAnnotations(match.annotations ?? {}, series.annotations);
    case 'platform':
      return matchesName(match.platform ?? '*', series.platform);
    case 'branch':
      return (
        context.targetBranch !== undefined && matchesName(match.branch ?? '*', context.targetBranch)
      );
    case 'tag':
      return (context.tagsOf.get(series.test) ?? []).some((tag) =>
        matchesName(match.tag ?? '*', tag),
      );
  }
}

/** Values are compared as text, so that 10000 in the file fits "10000" in a test. */
function fitsAnnotations(wanted: Annotations, seen: Annotations): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(seen, key) && matchesName(String(value), String(seen[key])),
  );
}
