import type { DoorPorts } from './ports.ts';

const warnEveryMs = 60_000;

/** Anyone who finds the address can make us refuse: a line a minute is enough to find a wrong secret. */
export function createRefusalTeller(
  { logger, metrics, nowMs }: DoorPorts,
  message: string,
): (status: number, why: string) => void {
  let lastMs = -Infinity;
  return (status, why) => {
    if (status !== 503) metrics.webhooks.add(1, { outcome: 'refused' });
    if (nowMs() - lastMs < warnEveryMs) return;
    lastMs = nowMs();
    logger.log('warn', message, { status, why });
  };
}
