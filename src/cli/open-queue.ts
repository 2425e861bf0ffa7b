import { existsSync } from 'node:fs';
import { UserError } from '../contract/user-error.ts';
import { nameGroups, type ReaderGroups } from '../settings/name-groups.ts';
import { nameData, readConfig } from '../settings/read-config.ts';
import { readEvents } from '../settings/read-events.ts';
import type { EventQueue } from '../transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../transport/eventlog/sqlite/sqlite-queue.ts';
import type { QueueOptions } from './options.ts';

export type QueueEnvironment = Readonly<Record<string, string | undefined>>;

export interface OpenedQueue {
  queue: EventQueue;
  /** The consumer group of the service, whose waiting messages count. */
  group: string;
}

/**
 * The log that the service reads: the file given, else what the settings of the service say, its file and
 * its environment.
 * @throws UserError when there is none, or for what is written wrongly
 */
export function openQueue(
  { log, config, deliveries = false }: QueueOptions,
  environment: QueueEnvironment,
): OpenedQueue {
  const choose = (groups: ReaderGroups): string => (deliveries ? groups.bot : groups.aggregate);
  const embeddedGroup = choose(nameGroups());
  if (log !== undefined) return { queue: openFile(log, '--log'), group: embeddedGroup };
  const value = readConfig(config, environment);
  const logs = readEvents(value.events, nameData(value), environment, (secret) => secret);
  const settings = deliveries ? logs.deliveries : logs.events;
  if (settings.kind === 'kafka') {
    const group = choose(nameGroups(value.events?.kafka?.group));
    return { queue: openKafkaQueue(settings.settings), group };
  }
  return { queue: openFile(settings.file, 'the settings of the service'), group: embeddedGroup };
}

/** A command that only reads must not create a log. */
function openFile(file: string, where: string): EventQueue {
  if (existsSync(file)) return openSqliteQueue({ file });
  throw new UserError({
    where,
    seen: `there is no event log at ${file}`,
    expected: 'the file that the service writes, or its settings with Kafka in them',
    remedy:
      'name the file with --log or the settings with --config, or run this where the service runs',
  });
}
