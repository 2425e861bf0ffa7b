import type { SeriesStore } from './series-store.ts';

/** A store that is only looked at: by people, beside the service that writes it. */
export interface StoreReader extends Pick<
  SeriesStore,
  'name' | 'readLast' | 'readBuild' | 'listSpans' | 'close'
> {
  /** The repositories that it has builds of, sorted. @throws StoreUnavailable */
  listRepositories(): Promise<string[]>;
}
