import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import { makeDataFolder } from '../settings/make-data-folder.ts';
import { nameData, readConfig } from '../settings/read-config.ts';
import { readEvents } from '../settings/read-events.ts';
import type { EventQueue } from '../transport/eventlog/event-log.ts';
import { openKafkaQueue } from '../transport/eventlog/kafka/kafka-queue.ts';
import { openSqliteQueue } from '../transport/eventlog/sqlite/sqlite-queue.ts';
import type { PublishOptions } from './options.ts';

/** Where a service takes builds in that no CI made. */
export interface Intake {
  /** Folder of the directory store. */
  artifacts: string;
  queue: EventQueue;
  /** A data folder that was not there, and now is: perhaps not the one that was meant. */
  made?: string;
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
    const made = make(to);
    return {
      artifacts: join(to, 'artifacts'),
      ...made,
      queue: openFile(join(to, 'events.sqlite')),
    };
  }
  const value = readConfig(config, environment);
  const data = nameData(value);
  const { events } = readEvents(value.events, data, environment, (secret) => secret);
  const artifacts = value.artifacts?.directory ?? join(data, 'artifacts');
  const folders = [artifacts, ...(events.kind === 'kafka' ? [] : [events.file])].map(dirname);
  const [made = {}] = folders.map(make).filter((one) => one.made !== undefined);
  const queue = events.kind === 'kafka' ? openKafkaQueue(events.settings) : openFile(events.file);
  return { artifacts, ...made, queue };
}

/** The first to publish creates the log; a service that starts later reads it from its beginning. */
function make(folder: string): Pick<Intake, 'made'> {
  return makeDataFolder(folder) ? { made: folder } : {};
}

function openFile(file: string): EventQueue {
  return openSqliteQueue({ file });
}

function refuseFolder(to: string): UserError {
  return new UserError({
    where: '--to',
    seen: `${to} is no folder`,
    expected: 'the data folder of a service, for example perigee-data',
  });
}
