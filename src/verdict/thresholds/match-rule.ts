import { namePlatform } from '../../contract/platforms.ts';
import type { Annotations } from '../../contract/documents.ts';
import type { SeriesIdentity } from '../../contract/series-key.ts';
import type { RuledAs } from '../../contract/renames.ts';
import type { SuiteTest, ThresholdMatch } from '../../contract/suite.ts';
import { matchesName } from '../../contract/name-pattern.ts';

/** Facts that a rule may name and a series' identity does not hold. */
export interface RunContext {
  /** The branch that the change is to be merged into. */
  targetBranch?: string;
  /** Test to its tags. */
  tagsOf: ReadonlyMap<string, readonly string[]>;
  /** Test to the names that the rules know it and its spans by, where those are others. */
  ruledAs?: ReadonlyMap<string, RuledAs>;
}

/** Facts of a suite's tests that rules may name. */
export function contextOfTests(
  tests: readonly Pick<SuiteTest, 'name' | 'ruledAs' | 'tags'>[],
): Pick<RunContext, 'tagsOf' | 'ruledAs'> {
  return {
    tagsOf: new Map(tests.map(({ name, ruledAs, tags }) => [ruledAs?.test ?? name, tags])),
    ruledAs: new Map(
      tests.flatMap(({ name, ruledAs }) => (ruledAs === undefined ? [] : [[name, ruledAs]])),
    ),
  };
}

/** A series under the names that the rules know its test and span by. */
export function nameForRules<T extends { test: string; span: string }>(
  series: T,
  { ruledAs }: Pick<RunContext, 'ruledAs'>,
): T {
  const known = ruledAs?.get(series.test);
  if (known === undefined) return series;
  const { spans, test } = known;
  const span = Object.hasOwn(spans, series.span) ? spans[series.span] : undefined;
  return { ...series, test, span: span ?? series.span };
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
      return listPlatformNames(series.platform).some((name) =>
        matchesName(match.platform ?? '*', name),
      );
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

/** A rule may say either: that of Node.js, and that of reports, where they differ. */
export function listPlatformNames(platform: string): string[] {
  return [...new Set([platform, namePlatform(platform)])];
}

/** Values are compared as text, so that 10000 in the file fits "10000" in a test. */
function fitsAnnotations(wanted: Annotations, seen: Annotations): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => Object.hasOwn(seen, key) && matchesName(String(value), String(seen[key])),
  );
}
