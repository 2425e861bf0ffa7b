import type { Logger } from '../../../src/logging/logger.ts';
import { Refused, Unavailable } from '../../../src/transport/platform-errors.ts';
import { repeat, type Repetition } from '../../../src/async/repeat.ts';

export interface AppWatch extends Repetition {
  /** One line where GitHub rejects the app: a wrong id, a foreign key, an app that was deleted. */
  findObstacle(): string | undefined;
}

export interface AppQuestion {
  appId: number;
  /** Asks GitHub who the app is. @throws Unavailable, Refused */
  slug(): Promise<string>;
  logger: Logger;
  askEveryMs?: number;
}

const usualMs = 5 * 60_000;
const afterNoMs = 60_000;

/**
 * Asks now and then whether GitHub takes the app at all, and says it aloud where it does not: nothing else
 * works then, and no check says so. An outage of GitHub is something else.
 */
export function watchApp({ appId, askEveryMs = usualMs, logger, slug }: AppQuestion): AppWatch {
  let obstacle: string | undefined;
  let name: string | undefined;
  const ask = async (): Promise<number> => {
    try {
      const found = await slug();
      if (found !== name || obstacle !== undefined) {
        logger.log('info', 'GitHub accepts the app', { appId, app: found });
      }
      [name, obstacle] = [found, undefined];
      return askEveryMs;
    } catch (error) {
      const why = findReason(error);
      // Then nothing new is known of the app.
      if (why === undefined) return Math.min(afterNoMs, askEveryMs);
      if (why !== obstacle) {
        const remedy = '`perigee bot check` shows what is wrong';
        logger.log('error', 'GitHub rejects the app', { appId, why, remedy });
      }
      obstacle = why;
      return Math.min(afterNoMs, askEveryMs);
    }
  };
  const onFault = (error: unknown): void =>
    logger.log('error', 'cannot ask whether GitHub takes the app', { error });
  return {
    ...repeat(ask, onFault),
    findObstacle: () => obstacle && `github: it rejects the app ${appId}: ${obstacle}`,
  };
}

/** @returns undefined where waiting helps */
function findReason(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof Unavailable)) throw error;
  return error.status === 401 ? error.message : undefined;
}
