import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../contract/user-error.ts';
import type { EventQueue } from '../transport/events/event-queue.ts';
import { openKafkaQueue } from '../transport/events/kafka/kafka-queue.ts';
import { readKafkaSettings } from '../transport/events/kafka-settings.ts';
import { openSqliteQueue } from '../transport/events/sqlite/sqlite-queue.ts';

export type QueueEnvironment = Readonly<Record<string, string | undefined>>;

/** The group that the aggregation service consumes with, unless its settings name another. */
export const usualGroup = 'perigee-aggregate';

/**
 * The log of events that the service reads: the file given, else Kafka where the environment names
 * brokers, else the file of the environment. The names are those of the service.
 * @throws UserError when there is none, or for what is written wrongly
 */
export function openQueue(file: string | undefined, environment: QueueEnvironment): EventQueue {
  if (file !== undefined) return openFile(file, '--log');
  const text = (name: string): string => environment[`PERIGEE_${name}`] ?? '';
  const isKafka = text('KAFKA_BROKERS') !== '';
  if (isKafka) return openKafka(text);
  const data = text('DATA') === '' ? 'perigee-data' : text('DATA');
  const usual = join(data, 'events.sqlite');
  return openFile(text('EVENT_LOG') === '' ? usual : text('EVENT_LOG'), 'PERIGEE_EVENT_LOG');
}

/** A command that only looks must not make a log where there is none. */
function openFile(file: string, where: string): EventQueue {
  if (existsSync(file)) return openSqliteQueue({ file });
  throw new UserError({
    where,
    seen: `there is no event log at ${file}`,
    expected: 'the file that the service writes, or PERIGEE_KAFKA_BROKERS for Kafka',
    remedy: 'name the file with --log, or run this where the service runs',
  });
}

function openKafka(text: (name: string) => string): EventQueue {
  const choice = readKafkaSettings({
    brokers: text('KAFKA_BROKERS'),
    topic: text('KAFKA_TOPIC'),
    clientId: text('KAFKA_CLIENT_ID'),
    tls: /^(true|1|yes|on)$/i.test(text('KAFKA_TLS')),
    tlsAuthority: readGiven(text('KAFKA_TLS_AUTHORITY'), 'PERIGEE_KAFKA_TLS_AUTHORITY'),
    saslMechanism: text('KAFKA_SASL_MECHANISM'),
    saslUsername: text('KAFKA_SASL_USERNAME'),
    saslPassword:
      text('KAFKA_SASL_PASSWORD') === ''
        ? readGiven(text('KAFKA_SASL_PASSWORD_FILE'), 'PERIGEE_KAFKA_SASL_PASSWORD_FILE').trim()
        : text('KAFKA_SASL_PASSWORD'),
  });
  if (choice.kind === 'kafka') return openKafkaQueue(choice.settings);
  throw new UserError({
    where: 'PERIGEE_KAFKA_*',
    seen: choice.why,
    expected: 'the brokers, and user and password where they ask for them',
  });
}

function readGiven(file: string, where: string): string {
  if (file === '') return '';
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new UserError({
      where,
      seen: `${file} cannot be read (${code})`,
      expected: 'a file that this user may read',
      cause,
    });
  }
}
