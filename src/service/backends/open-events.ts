import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EventQueue } from '../../transport/events/event-queue.ts';
import type { EventSource } from '../../transport/events/event-source.ts';
import { openKafkaQueue } from '../../transport/events/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../../transport/events/sqlite/sqlite-queue.ts';
import type { ServiceSettings } from '../../gate/service-settings/settings.ts';

export interface Events {
  queue: EventQueue;
  source: EventSource;
}

const embeddedGroup = 'perigee-aggregate';

/** The log of events, as a member of the group that aggregates. */
export function openEvents(settings: ServiceSettings['events']): Events {
  if (settings.kind === 'kafka') {
    const queue = openKafkaQueue(settings.settings);
    return { queue, source: queue.openSource(settings.group) };
  }
  mkdirSync(dirname(settings.file), { recursive: true });
  const queue = openSqliteQueue({ file: settings.file, times: { leaseMs: settings.leaseMs } });
  return { queue, source: queue.openSource(embeddedGroup) };
}
