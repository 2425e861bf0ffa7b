import { UserError } from '../../src/contract/user-error.ts';
import type { Logger } from '../../src/operations/logger.ts';
import type { BotContext } from '../../src/serving/bot-role.ts';
import type { GroupHold } from '../../src/transport/events/event-queue.ts';
import { tryHoldLedger } from './ledger/hold-ledger.ts';
import { repeat, type Repetition } from './looks/repeat.ts';
import type { Reporting } from './start-reporting.ts';

interface Context {
  logger: BotContext['logger'];
  deliveries: Pick<BotContext['deliveries'], 'holdGroup' | 'log'>;
  settings: Pick<BotContext['settings'], 'groups' | 'ledgerFile'>;
}

export interface StandByTimes {
  askEveryMs: number;
  /** Longer than a reader that was killed counts as one. */
  refuseAfterMs: number;
}

const usualTimes: StandByTimes = { askEveryMs: 1_000, refuseAfterMs: 75_000 };

/**
 * Starts to report once no other process does: two would judge everything twice, and ask for each second run
 * twice. It takes over from one that works with the same ledger, however that ends; one with another ledger
 * knows other accepts, so beside such a one it refuses to work (docs/decisions/0105).
 * @param start called once, when no other process reports
 * @throws what `start` throws; UserError when the ledger cannot be held. Later `ended` is rejected with them
 */
export async function standBy(
  { deliveries, logger, settings: { groups, ledgerFile } }: Context,
  start: () => Reporting,
  stop: AbortSignal,
  { askEveryMs, refuseAfterMs }: StandByTimes = usualTimes,
): Promise<Reporting> {
  let inner: Reporting | undefined;
  let ledger: ReturnType<typeof tryHoldLedger>;
  let group: GroupHold | undefined;
  let others: ReturnType<typeof watchOtherReader> | undefined;
  let refusedSinceMs: number | undefined;
  let obstacle: string | undefined;
  const { promise: ended, resolve, reject } = Promise.withResolvers<undefined>();

  /** @returns what keeps it from working now */
  const hold = async (): Promise<string | undefined> => {
    ledger ??= tryHoldLedger(ledgerFile);
    if (ledger === undefined) return `another process works with the ledger ${ledgerFile}`;
    try {
      group ??= await deliveries.holdGroup(groups.bot);
    } catch (error) {
      // A log that comes back still counts those who read it before it went away.
      refusedSinceMs = undefined;
      return `who else reads the deliveries is not known: ${(error as Error).message}`;
    }
    if (group !== undefined) return undefined;
    refusedSinceMs ??= performance.now();
    if (performance.now() - refusedSinceMs < refuseAfterMs) {
      return `another process reads ${deliveries.log.name}`;
    }
    throw new UserError({
      where: deliveries.log.name,
      seen: `another process answers these deliveries, with a ledger that is not ${ledgerFile}`,
      expected: 'one process with the role report',
      remedy:
        'stop the other one, or give this one another role: --role webhooks, --role aggregate',
    });
  };
  const tryStart = async (): Promise<void> => {
    obstacle = await hold();
    if (obstacle !== undefined || group === undefined || stop.aborted) return;
    inner = start();
    inner.ended.then(() => resolve(undefined), reject);
    others = watchOtherReader(group, deliveries.log.name, logger);
  };
  const letGo = (): void => {
    group?.release();
    ledger?.release();
  };

  await tryStart().catch((error: unknown) => {
    letGo();
    throw error;
  });
  const leave = inner === undefined ? wait() : async () => undefined;
  return {
    answer: async (request, response) => (await inner?.answer(request, response)) ?? false,
    findStandstill: () => inner?.findStandstill(),
    measure: async () => inner?.measure(),
    findAppObstacle: () =>
      inner === undefined
        ? `report: ${obstacle ?? 'it ends'}; this process stands by`
        : (others?.findObstacle() ?? inner.findAppObstacle()),
    ended,
    close: async () => {
      await leave();
      await others?.close();
      await inner?.close();
      letGo();
    },
  };

  /** @returns ends it */
  function wait(): () => Promise<void> {
    logger.log('warn', 'stands by: another process reports, or may', { why: obstacle });
    const asking = repeat(async () => {
      if (inner === undefined && !stop.aborted) await tryStart();
      if (inner !== undefined) {
        void asking.close();
        logger.log('info', 'takes over: no other process reports any more', { ledger: ledgerFile });
      }
      return askEveryMs;
    }, refuse);
    function refuse(error: unknown): void {
      void asking.close();
      reject(error);
    }
    const end = async (): Promise<void> => {
      await asking.close();
      if (inner === undefined) resolve(undefined);
    };
    if (stop.aborted) void end();
    else stop.addEventListener('abort', () => void end(), { once: true });
    return end;
  }
}

interface ReaderWatch extends Repetition {
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
