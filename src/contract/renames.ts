import type { Renamed, RenamedTest } from './documents.ts';

interface SpanName {
  test: string;
  span: string;
}

/** The former names of the tests of a plan or a suite, or of their spans. */
export function listRenamed(tests: readonly { name: string; renamed?: Renamed }[]): RenamedTest[] {
  return tests.flatMap(({ name, renamed }) => (renamed ? [{ test: name, ...renamed }] : []));
}

/** The entry of this test, where need be under the name that it had before. */
export function findTest<T>(
  byName: ReadonlyMap<string, T>,
  { name, renamed }: { name: string; renamed?: Renamed | undefined },
): T | undefined {
  const known = [name, ...(renamed?.was ?? [])].find((one) => byName.has(one));
  return known === undefined ? undefined : byName.get(known);
}

/** By which names the rules of the side before know a test and its spans. */
export interface RuledAs {
  test: string;
  /** Present name to the one before; spans that kept theirs are absent. */
  spans: Readonly<Record<string, string>>;
}

/**
 * @param old the same test before the change
 * @param spansOfRules names of spans that a rule of before spells out: of several former names such a one counts
 * @returns undefined where the change renames neither the test nor a span of it
 */
export function findRuledNames(
  old: { name: string; renamed?: Renamed },
  { name, renamed = {} }: { name: string; renamed?: Renamed },
  spansOfRules: ReadonlySet<string>,
): RuledAs | undefined {
  const known = new Set(Object.keys(old.renamed?.spans ?? {}));
  const spans = Object.entries(renamed.spans ?? {}).flatMap(([now, was]) => {
    const former =
      was.find((one) => known.has(one)) ?? was.find((one) => spansOfRules.has(one)) ?? was[0];
    return known.has(now) || former === undefined ? [] : [[now, former] as const];
  });
  if (old.name === name && spans.length === 0) return undefined;
  return { test: old.name, spans: Object.fromEntries(spans) };
}

/** Every name that a span may have had with its test, but for the present one. */
export function listFormerNames(
  tests: readonly { name: string; renamed?: Renamed }[],
  { span, test }: SpanName,
): SpanName[] {
  const { spans = {}, was = [] } = tests.find(({ name }) => name === test)?.renamed ?? {};
  // A span may be called `constructor`.
  const ofSpan = [span, ...(Object.hasOwn(spans, span) ? (spans[span] ?? []) : [])];
  const all = [test, ...was].flatMap((one) => ofSpan.map((name) => ({ test: one, span: name })));
  return all.slice(1);
}

/** Gives tests and spans the names that they have now; what was not renamed is returned as it is. */
export function openCurrentNames(
  renamed: readonly RenamedTest[],
): <T extends SpanName>(named: T) => T {
  const present = new Set(renamed.map(({ test }) => test));
  // An import may say that two had each other's name: what is there now is nothing former.
  const tests = new Map(
    renamed.flatMap(({ test, was = [] }) =>
      was.filter((one) => !present.has(one)).map((one) => [one, test] as const),
    ),
  );
  const spans = new Map(renamed.map(({ test, spans: own = {} }) => [test, invert(own)]));
  return (named) => {
    const test = tests.get(named.test) ?? named.test;
    const span = spans.get(test)?.get(named.span) ?? named.span;
    return test === named.test && span === named.span ? named : { ...named, test, span };
  };
}

/** Former name to the present one. */
export function invert(
  renamed: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(renamed).flatMap(([now, was]) => was.map((one) => [one, now] as const)),
  );
}
