import type { LevelMark } from '../../series/marks.ts';
import type { Catalogue } from '../repository/catalogue.ts';
import type { KeptDigests } from './keep-digests.ts';

/** Every change of level of a repository, as far as it is worked out, for those who look at the store itself. */
export function listLevelMarks(
  { series: digests }: Pick<KeptDigests, 'series'>,
  { builds, series }: Pick<Catalogue, 'builds' | 'series'>,
): LevelMark[] {
  // Points stand at the times of their builds, and so does a change.
  const measured = new Map<string, number>();
  for (const { atMs, branchKind, commit } of builds) {
    if (branchKind !== 'default') continue;
    measured.set(commit, Math.min(atMs, measured.get(commit) ?? Infinity));
  }
  return [...series].flatMap(([id, { name }]) => {
    const { annotations, metric, platform, span, suite, test } = name;
    const identity = { test, span, annotations, platform, metric };
    const changes = digests.get(id)?.digest.changes ?? [];
    return changes.map(({ atMs, change, commit, confidence, isWorse, range }) => ({
      ...{ id, suite, series: identity, commit, change, isWorse, confidence },
      atMs: measured.get(commit) ?? atMs,
      range: { after: range.after.commit, upTo: range.upTo.commit },
    }));
  });
}
