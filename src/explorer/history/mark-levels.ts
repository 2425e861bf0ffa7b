import type { LevelMark } from '../../series/marks.ts';
import type { SeriesStore } from '../../series/series-store.ts';

/**
 * Writes the changes of a repository into the store where they are not as they were the last time. What the store
 * cannot take now it gets the next time: until then nothing is lost but a mark on a dashboard.
 */
export function createLevelMarker(
  store: Pick<SeriesStore, 'keepMarks'>,
): (repository: string, changes: readonly LevelMark[]) => void {
  const kept = new Map<string, string>();
  const { signal } = new AbortController();
  return (repository, levels) => {
    const text = JSON.stringify(levels);
    if (kept.get(repository) === text) return;
    kept.set(repository, text);
    store.keepMarks(repository, { levels }, signal).catch(() => kept.delete(repository));
  };
}
