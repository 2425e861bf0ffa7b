import { dirname } from 'node:path';
import { makeDataFolder } from '../../settings/make-data-folder.ts';
import { nameGroups } from '../../settings/name-groups.ts';
import type { EventQueue } from '../../transport/eventlog/event-queue.ts';
import type { EventSource } from '../../transport/eventlog/event-source.ts';
import { openKafkaQueue } from '../../transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../../transport/eventlog/sqlite/sqlite-queue.ts';
import type { LogSettings } from '../../settings/settings.ts';

/** A log of events: a file, or a topic of Kafka. */
export function openLog(settings: LogSettings): EventQueue {
  if (settings.kind === 'kafka') return openKafkaQueue(settings.settings);
  makeDataFolder(dirname(settings.file));
  return openSqliteQueue({ file: settings.file });
}

/** As a member of the group that aggregates. */
export function openSource(queue: EventQueue, settings: LogSettings): EventSource {
  return queue.openSource(settings.kind === 'kafka' ? settings.group : nameGroups().aggregate);
}
