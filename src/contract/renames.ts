import type { Renamed, RenamedTest } from './documents.ts';

interface SpanName {
  test: string;
  span: string;
}

/** What the tests of a plan or a suite were called before, themselves or their spans. */
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

/** Every name that a span may have had with its test, but for the present one. */
export function listFormerNames(
  tests: readonly { name: string; renamed?: Renamed }[],
  { span, test }: SpanName,
): SpanName[] {
  const { spans, was = [] } = tests.find(({ name }) => name === test)?.renamed ?? {};
  const ofSpan = [span, ...(spans?.[span] ?? [])];
  const all = [test, ...was].flatMap((one) => ofSpan.map((name) => ({ test: one, span: name })));
  return all.slice(1);
}

/** Gives tests and spans the names that they have now; what was not renamed is returned as it is. */
export function openCurrentNames(
  renamed: readonly RenamedTest[],
): <T extends SpanName>(named: T) => T {
  const tests = new Map(renamed.flatMap(({ test, was = [] }) => was.map((one) => [one, test])));
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
