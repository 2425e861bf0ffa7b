import { setTimeout as pause } from 'node:timers/promises';
import { readMetric, type RunningService } from './start-service.ts';

/**
 * Resolves when nothing is left in the log that the service has not done.
 * @throws with what the service said last, when that takes too long
 */
export async function untilDrained(
  { lines, url }: RunningService,
  longestMs = 600_000,
): Promise<void> {
  const deadline = performance.now() + longestMs;
  let still = 0;
  // For a second the service gives the same answer.
  while (still < 3) {
    await pause(500);
    const lag = await readMetric(url, 'perigee_lag_messages');
    const held = await readMetric(url, 'perigee_events_held');
    still = lag === 0 && held === 0 ? still + 1 : 0;
    if (still === 0 && performance.now() > deadline) {
      const said = lines.slice(-20).map((line) => JSON.stringify(line));
      throw new Error(`${lag} messages are left, and ${held} are held:\n${said.join('\n')}`);
    }
  }
}
