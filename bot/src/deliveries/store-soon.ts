import { tellInOneLine } from '../../../src/transport/eventlog/one-line.ts';
import { unlessAborted } from '../../../src/transport/eventlog/unless-aborted.ts';
import type { DoorPorts } from './ports.ts';

/** The sender is asked to come again. */
export class LogOutOfReach extends Error {
  override readonly name = 'LogOutOfReach';
  /** Status of the answer. */
  readonly status = 503;
}

/**
 * Waits until it is stored, as long as the sender can wait.
 * @throws LogOutOfReach
 */
export async function storeSoon(
  { appendWithinMs, logger, metrics }: DoorPorts,
  store: () => Promise<unknown>,
): Promise<void> {
  try {
    await unlessAborted(AbortSignal.timeout(appendWithinMs), store());
  } catch (error) {
    metrics.webhooks.add(1, { outcome: 'log-down' });
    logger.log('error', 'the log of deliveries takes nothing', { why: tellInOneLine(error) });
    throw new LogOutOfReach('the log of deliveries is out of reach', { cause: error });
  }
}
