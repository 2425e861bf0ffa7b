import { expect } from 'vitest';
import type { SeriesStore } from '../../src/series/series-store.ts';
import type { MadeBuild } from './make-builds.ts';
import { foldPlainly, listPoints } from './oracle.ts';

/**
 * Fails unless the store holds of each build what a plain fold of its records gives, point for point.
 * @returns how many points that are
 */
export async function expectPlainFold(
  store: Pick<SeriesStore, 'readBuild'>,
  builds: readonly MadeBuild[],
): Promise<number> {
  let points = 0;
  for (const { key, records, lost } of builds) {
    const stored = await store.readBuild(key);
    const lines = stored === undefined ? [] : listPoints(stored);
    expect({ key, lines }).toEqual({ key, lines: foldPlainly(key, records) });
    if (lost.length === 0)
      expect({ key, whole: stored?.build.isComplete }).toEqual({ key, whole: true });
    points += lines.length;
  }
  return points;
}
