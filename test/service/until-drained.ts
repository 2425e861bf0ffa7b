import { setTimeout as pause } from 'node:timers/promises';
import { readMetric, type RunningService } from './start-service.ts';

/**
 * Resolves when nothing is left in the log that the service has not done.
 * @throws when that takes too long
 */
export async function untilDrained({ url }: RunningService, longestMs = 300_000): Promise<void> {
  const deadline = performance.now() + longestMs;
  let still = 0;
  // For a second the service gives the same answer.
  while (still < 3) {
    if (performance.now() > deadline) throw new Error('the service did not get through in time');
    await pause(500);
    const lag = await readMetric(url, 'perigee_lag_messages');
    const held = await readMetric(url, 'perigee_events_held');
    still = lag === 0 && held === 0 ? still + 1 : 0;
  }
}
