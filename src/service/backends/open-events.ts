import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EventQueue } from '../../transport/events/event-queue.ts';
import type { EventSource } from '../../transport/events/event-source.ts';
import { openSqliteQueue } from '../../transport/events/sqlite/sqlite-queue.ts';
import type { ServiceSettings } from '../settings/settings.ts';

export interface Events {
  queue: EventQueue;
  source: EventSource;
}

const embeddedGroup = 'aggregate';

/** The log of events, as a member of the group that aggregates. */
export function openEvents(settings: ServiceSettings['events']): Events {
  if (settings.kind === 'kafka') throw new Error('Kafka is not connected yet');
  mkdirSync(dirname(settings.file), { recursive: true });
  const queue = openSqliteQueue({ file: settings.file });
  return { queue, source: queue.openSource(embeddedGroup) };
}
