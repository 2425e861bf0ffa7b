import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceEvents, ServiceKafka } from '../../contract/documents.ts';
import { UserError } from '../../contract/user-error.ts';
import { readKafkaSettings } from '../../transport/events/kafka-settings.ts';
import type { Environment } from './environment.ts';
import { readDurationMs } from './read-duration.ts';
import { readSecret } from './read-secret.ts';
import type { ServiceSettings } from './settings.ts';

const usualGroup = 'perigee-aggregate';

/** Which log of events: a file, or Kafka where it is set. */
export function readEvents(
  { file, kafka, lease = '5s' }: ServiceEvents = {},
  data: string,
  environment: Environment,
  keep: (secret: string) => string,
): ServiceSettings['events'] {
  if (kafka === undefined) {
    const leaseMs = readDurationMs(lease, 'events.lease');
    return { kind: 'sqlite', file: file ?? join(data, 'events.sqlite'), leaseMs };
  }
  if (file !== undefined) throw reportBoth();
  return readKafka(kafka, environment, keep);
}

function readKafka(
  kafka: ServiceKafka,
  environment: Environment,
  keep: (secret: string) => string,
): ServiceSettings['events'] {
  const { sasl, tlsAuthorityFile } = kafka;
  const choice = readKafkaSettings({
    brokers: kafka.brokers.join(','),
    topic: kafka.topic ?? '',
    clientId: kafka.clientId ?? '',
    tls: kafka.tls ?? false,
    tlsAuthority: tlsAuthorityFile === undefined ? '' : readAuthority(tlsAuthorityFile),
    saslMechanism: sasl?.mechanism ?? '',
    saslUsername: sasl?.username ?? '',
    saslPassword:
      sasl === undefined
        ? ''
        : keep(readSecret(sasl.password, 'events.kafka.sasl.password', environment)),
  });
  if (choice.kind === 'none') throw new UserError({ where: 'events.kafka', seen: choice.why });
  return { kind: 'kafka', settings: choice.settings, group: kafka.group ?? usualGroup };
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UserError({
      where: 'events.kafka.tlsAuthorityFile',
      seen: `the file ${file} cannot be read`,
      expected: 'certificates as PEM',
      cause,
    });
  }
}

function reportBoth(): UserError {
  return new UserError({
    where: 'events',
    seen: 'a file and Kafka',
    expected: 'one log of events',
    remedy: 'take out events.file (PERIGEE_EVENT_LOG) or events.kafka (PERIGEE_KAFKA_BROKERS)',
  });
}
