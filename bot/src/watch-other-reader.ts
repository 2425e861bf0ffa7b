import type { Logger } from '../../src/operations/logger.ts';
import type { GroupHold } from '../../src/transport/events/event-queue.ts';
import { repeat, type Repetition } from './looks/repeat.ts';

export interface ReaderWatch extends Repetition {
  /** One line where another process reads the same deliveries. */
  findObstacle(): string | undefined;
}

/** Longer than the session of a consumer of ours that was replaced: until then Kafka counts both. */
const usualMs = 45_000;

/**
 * Sees whether another process began to read at the same moment as this one. Which of the two has to go nobody
 * can tell from here, so both say it.
 * @param log for messages
 */
export function watchOtherReader(
  group: Pick<GroupHold, 'isShared'>,
  log: string,
  logger: Logger,
  askEveryMs = usualMs,
): ReaderWatch {
  let seen = 0;
  let isFirst = true;
  const ask = async (): Promise<number> => {
    // No member has joined yet.
    if (isFirst) isFirst = false;
    else seen = (await group.isShared()) ? seen + 1 : 0;
    if (seen === 2) logger.log('error', 'another process reads the same deliveries', { log });
    return askEveryMs;
  };
  const onFault = (error: unknown): void =>
    logger.log('warn', 'who else reads the deliveries is not known', {
      why: error instanceof Error ? error.message : String(error),
    });
  return {
    ...repeat(ask, onFault),
    findObstacle: () =>
      seen < 2 ? undefined : `report: another process reads ${log} too; one of them has to end`,
  };
}
