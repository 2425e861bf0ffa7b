import type { Logger } from '../../../src/logging/logger.ts';
import type { EventQueue } from '../../../src/transport/eventlog/event-queue.ts';
import type { BotMetrics } from '../bot-metrics.ts';

/** The world as the doors see it. */
export interface DoorPorts {
  deliveries: EventQueue;
  logger: Logger;
  metrics: BotMetrics;
  /** Since 1970. */
  nowMs(): number;
  /** How long the log may take: less than the sender waits. */
  appendWithinMs: number;
}
