import type { LevelMark, SeriesStore, StoreReader } from '../../../store/series-store.ts';
import type { Catalogue } from '../repository/catalogue.ts';
import type { KeptDigests } from './keep-digests.ts';
import { listMachineMarks } from './list-machine-marks.ts';

/**
 * Writes where levels and machines of a repository changed into the store, once for the builds that it has. What the
 * store cannot take now it gets the next time: until then nothing is lost but a mark on a dashboard.
 */
export function createLevelMarker({
  reader,
  store,
}: {
  reader: Pick<StoreReader, 'readLast'>;
  store: Pick<SeriesStore, 'keepMarks'>;
}): (repository: string, kept: KeptDigests, of: Catalogue) => void {
  const marked = new Map<string, string>();
  const { signal } = new AbortController();
  return (repository, kept, of) => {
    const builds = JSON.stringify([...of.digests]);
    if (marked.get(repository) === builds) return;
    marked.set(repository, builds);
    const ofCode = listLevelMarks(kept, of);
    listMachineMarks(reader, of)
      .then((ofMachines) =>
        store.keepMarks(repository, { levels: [...ofCode, ...ofMachines] }, signal),
      )
      .catch(() => marked.delete(repository));
  };
}

/** Every change of level of a repository, as far as it is worked out, for those who look at the store itself. */
function listLevelMarks(
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
