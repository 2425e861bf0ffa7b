import type { RenamedTest } from '../contract/documents.ts';
import { openCurrentNames } from '../contract/renames.ts';
import { spanKey } from '../contract/series-key.ts';
import { sortSpans } from './order-values.ts';
import type { StoredBuild, StoredSpan } from './series-point.ts';

/** Suite to its tests and spans that had other names before. */
export type RenamedOf = (suite: string) => readonly RenamedTest[];

/**
 * The spans under their present names, each with the names that the store has older points of it under.
 * @param spans of one repository
 */
export function joinRenamed(spans: readonly StoredSpan[], renamedOf: RenamedOf): StoredSpan[] {
  const nameOf = new Map<string, ReturnType<typeof openCurrentNames>>();
  const joined = new Map<string, StoredSpan>();
  const older: { span: StoredSpan; now: StoredSpan }[] = [];
  for (const span of spans) {
    const { suite } = span;
    const nameNow = nameOf.get(suite) ?? openCurrentNames(renamedOf(suite));
    nameOf.set(suite, nameNow);
    const now = nameNow(span);
    if (now === span) joined.set(keyOf(span), span);
    else older.push({ span, now });
  }
  if (older.length === 0) return [...spans];
  for (const [key, own] of Map.groupBy(older, ({ now }) => keyOf(now))) {
    const [{ now } = { now: undefined }] = own;
    const known = joined.get(key) ?? now;
    if (known === undefined) continue;
    const metrics = new Set([...known.metrics, ...own.flatMap(({ span }) => span.metrics)]);
    const former = own.map(({ span: { span, test } }) => ({ test, span }));
    joined.set(key, { ...known, metrics: [...metrics], former });
  }
  return sortSpans([...joined.values()]);
}

function keyOf(span: StoredSpan): string {
  return JSON.stringify([span.suite, spanKey(span)]);
}

/**
 * As the newest build of each suite says: of the default branch, else of another one. What a pull request says is not
 * believed before its merge.
 * @param builds the newest first
 */
export function renamedOfBuilds(builds: readonly StoredBuild[]): RenamedOf {
  const bySuite = new Map(
    [...Map.groupBy(builds, ({ suite }) => suite)].map(([suite, own]) => {
      const measured = own.filter(
        ({ branchKind, importedFrom }) =>
          importedFrom === undefined && branchKind !== 'pull-request',
      );
      const newest = measured.find(({ branchKind }) => branchKind === 'default') ?? measured[0];
      return [suite, newest?.renamed ?? []];
    }),
  );
  return (suite) => bySuite.get(suite) ?? [];
}
