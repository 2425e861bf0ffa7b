import type { SeriesStore } from '../../series/series-store.ts';
import type { StoreReader } from '../../series/store-reader.ts';
import type { Catalogue } from '../repository/catalogue.ts';
import type { KeptDigests } from './keep-digests.ts';
import { listLevelMarks } from './list-level-marks.ts';
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
