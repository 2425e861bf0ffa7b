import type { StoredBuild } from './series-point.ts';
import type { SeriesStore } from './series-store.ts';

/** A store that is only looked at: by people, beside the service that writes it. */
export interface StoreReader extends Pick<
  SeriesStore,
  'name' | 'readLast' | 'readBuild' | 'listSpans' | 'close'
> {
  /** The repositories that it has builds of, sorted. @throws StoreUnavailable */
  listRepositories(): Promise<string[]>;
  /** Its last builds, newest first. @throws StoreUnavailable */
  listBuilds(repository: string, count: number): Promise<StoredBuild[]>;
  /** @throws StoreUnavailable */
  countBuilds(repository: string): Promise<number>;
  /** Differs after something was written; undefined where the store cannot say. @throws StoreUnavailable */
  readVersion(): Promise<string | undefined>;
}
