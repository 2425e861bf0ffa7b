import { UserError } from '../../src/contract/user-error.ts';
import type { BotContext } from '../../src/settings/bot-role.ts';
import type { GroupHold } from '../../src/transport/eventlog/event-log.ts';
import { pauseUnlessAborted } from '../../src/transport/eventlog/pauses.ts';
import type { Reporting } from './start-reporting.ts';
import { type FileHold, tryHoldFile } from '../../src/sqlite/hold-file.ts';

interface Context {
  logger: BotContext['logger'];
  deliveries: Pick<BotContext['deliveries'], 'holdGroup' | 'log'>;
  settings: Pick<BotContext['settings'], 'groups' | 'ledgerFile'>;
}

const usualTimes = {
  /** How long it waits before it asks again who reads the deliveries. */
  askEveryMs: 1_000,
  /** Longer than a reader that was killed counts as one. */
  refuseAfterMs: 75_000,
  /** Longer than the session of a consumer that was replaced: until then Kafka counts both. */
  watchEveryMs: 45_000,
};

/**
 * Starts to report, unless another process does: two would judge everything twice, and ask for each second run
 * twice (docs/decisions/0105).
 * @param start called once, when it is known that no other process reads the deliveries
 * @throws UserError when another process works with the ledger. If one reads the deliveries with another ledger,
 * `ended` is rejected with it, as with what `start` throws
 */
export function reportAlone(
  { deliveries, logger, settings: { groups, ledgerFile } }: Context,
  start: () => Reporting,
  stop: AbortSignal,
  { askEveryMs, refuseAfterMs, watchEveryMs } = usualTimes,
): Reporting {
  const ledger = tryHoldLedger(ledgerFile);
  if (ledger === undefined) throw refuseBeside(ledgerFile, 'it works with this ledger');
  const { name } = deliveries.log;
  let inner: Reporting | undefined;
  let group: GroupHold | undefined;
  let obstacle: string | undefined = 'it starts';
  let watching: Promise<void> | undefined;
  const over = new AbortController();
  const until = AbortSignal.any([stop, over.signal]);

  const holdGroup = async (): Promise<void> => {
    let refusedSinceMs: number | undefined;
    let told: string | undefined;
    while (!until.aborted) {
      try {
        group = await deliveries.holdGroup(groups.bot);
        if (group !== undefined) return;
        refusedSinceMs ??= performance.now();
        obstacle = `another process reads ${name}`;
      } catch (error) {
        // A log that comes back still counts those who read it before it went away.
        refusedSinceMs = undefined;
        obstacle = `who else reads the deliveries is not known: ${(error as Error).message}`;
      }
      if (performance.now() - (refusedSinceMs ?? Infinity) >= refuseAfterMs) {
        throw refuseBeside(
          name,
          `it answers these deliveries, with a ledger that is not ${ledgerFile}`,
        );
      }
      if (told !== obstacle) logger.log('warn', 'does not report yet', { why: obstacle });
      told = obstacle;
      await pauseUnlessAborted(askEveryMs, until);
    }
  };
  /** Two that began at the same moment both say so: only their owner knows which ledger is the right one. */
  const watch = async (): Promise<void> => {
    let seen = 0;
    for (;;) {
      await pauseUnlessAborted(watchEveryMs, until);
      if (until.aborted) return;
      try {
        seen = (await group?.isShared()) === true ? seen + 1 : 0;
        obstacle =
          seen < 2 ? undefined : `another process reads ${name} too; one of them has to end`;
        if (seen === 2)
          logger.log('error', 'another process reads the same deliveries', { log: name });
      } catch (error) {
        const why = (error as Error).message;
        logger.log('warn', 'who else reads the deliveries is not known', { why });
      }
    }
  };
  const report = async (): Promise<undefined> => {
    await holdGroup();
    if (group === undefined) return;
    inner = start();
    obstacle = undefined;
    watching = watch();
    await inner.ended;
  };
  return {
    answer: async (request, response) => (await inner?.answer(request, response)) ?? false,
    findStandstill: () => inner?.findStandstill(),
    listStuck: () => inner?.listStuck() ?? [],
    measure: async () => inner?.measure(),
    findAppObstacle: () =>
      obstacle === undefined ? inner?.findAppObstacle() : `report: ${obstacle}`,
    ended: report(),
    close: async () => {
      over.abort();
      await watching;
      await inner?.close();
      group?.release();
      ledger.release();
    },
  };
}

function refuseBeside(where: string, seen: string): UserError {
  return new UserError({
    where,
    seen: `another process reports: ${seen}`,
    expected: 'one process with the role report',
    remedy: 'stop the other one, or give this one another role: --role webhooks, --role aggregate',
  });
}

/**
 * Sees to it that this process alone works with a ledger. Others may still read and write the file; of those
 * that ask for it here one has it, until it lets go or is no more.
 * @returns undefined while another process has it
 * @throws UserError when its folder takes no lock
 */
export function tryHoldLedger(file: string): FileHold | undefined {
  try {
    return tryHoldFile(file, 'report');
  } catch (error) {
    throw new UserError({
      where: file,
      seen: `the ledger of the bot cannot be held for one process: ${(error as Error).message}`,
      expected: 'a folder on a local disk that this process may write to',
      cause: error,
    });
  }
}
