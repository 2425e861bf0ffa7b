import type { SeriesPoint, StoredBuild } from './series-point.ts';
import type { SeriesStore } from './series-store.ts';

/** A store that is only looked at: by people, beside the service that writes it. */
export interface StoreReader extends Pick<
  SeriesStore,
  'name' | 'readLast' | 'readBuild' | 'listSpans' | 'close'
> {
  /** The repositories that it has builds of, sorted. @throws StoreUnavailable */
  listRepositories(): Promise<string[]>;
  /** Its last builds, newest first; those of one millisecond in the same order in every store. @throws StoreUnavailable */
  listBuilds(repository: string, count: number): Promise<StoredBuild[]>;
  /** Its suites, sorted, and how many builds each has. @throws StoreUnavailable */
  countBuilds(repository: string): Promise<Map<string, number>>;
  /**
   * All points of a build that was listed, with at least these metrics; empty where it went meanwhile.
   * @throws StoreUnavailable
   */
  readPoints(
    this: void,
    build: StoredBuild,
    metrics: readonly string[],
  ): Promise<readonly SeriesPoint[]>;
  /** Differs after something was written; undefined where the store cannot say. @throws StoreUnavailable */
  readVersion(): Promise<string | undefined>;
}
