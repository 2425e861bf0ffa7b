import type { SeriesStore } from '../../store/series-store.ts';
import type { Logger } from '../../logging/logger.ts';

const everyMs = 3_600_000;
const firstMs = 60_000;

/** Lets the store do its periodic work, soon after the start and then every hour. */
export function startUpkeep(
  store: Pick<SeriesStore, 'maintain'>,
  { log }: Logger,
): { close(): void } {
  const maintain = (): void => {
    store.maintain(Date.now()).catch((error: unknown) => {
      log('warn', 'the store could not clean up; it retries in an hour', { error });
    });
  };
  const first = setTimeout(maintain, firstMs);
  const timer = setInterval(maintain, everyMs);
  return {
    close: () => {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}
