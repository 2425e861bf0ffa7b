import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import { nameData, readConfig } from '../gate/service-settings/read-config.ts';
import { readEvents } from '../gate/service-settings/read-events.ts';
import type { EventQueue } from '../transport/events/event-queue.ts';
import { openKafkaQueue } from '../transport/events/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../transport/events/sqlite/sqlite-queue.ts';
import type { PublishOptions } from './options.ts';

/** Where a service takes builds in that no CI made. */
export interface Intake {
  /** Folder of the directory store. */
  artifacts: string;
  queue: EventQueue;
}

/**
 * @param options `to`, a data folder with the usual names in it, wins over the settings
 * @throws UserError for settings that are wrong, and for a data folder that is none
 */
export function openIntake(
  { to, config }: PublishOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Intake {
  if (to !== undefined) {
    if (existsSync(to) && !statSync(to).isDirectory()) throw refuseFolder(to);
    return { artifacts: join(to, 'artifacts'), queue: openFile(join(to, 'events.sqlite')) };
  }
  const value = readConfig(config, environment);
  const data = nameData(value);
  const { events } = readEvents(value.events, data, environment, (secret) => secret);
  return {
    artifacts: value.artifacts?.directory ?? join(data, 'artifacts'),
    queue: events.kind === 'kafka' ? openKafkaQueue(events.settings) : openFile(events.file),
  };
}

/** Whoever publishes first makes the log; the service that starts later reads it from its beginning. */
function openFile(file: string): EventQueue {
  mkdirSync(dirname(file), { recursive: true });
  return openSqliteQueue({ file });
}

function refuseFolder(to: string): UserError {
  return new UserError({
    where: '--to',
    seen: `${to} is no folder`,
    expected: 'the data folder of a service, for example perigee-data',
  });
}
