import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceEvents, ServiceKafka } from '../contract/documents.ts';
import { UserError } from '../contract/user-error.ts';
import { readKafkaSettings } from '../transport/eventlog/kafka-settings.ts';
import type { Environment } from './environment.ts';
import { nameGroups } from './name-groups.ts';
import { readSecret } from './read-secret.ts';
import type { LogSettings } from './settings.ts';

const usualDeliveriesTopic = 'perigee.deliveries';

/** The logs of builds and webhooks: files, or topics if Kafka is set. */
export function readEvents(
  { file, kafka }: ServiceEvents = {},
  data: string,
  environment: Environment,
  keep: (secret: string) => string,
): { events: LogSettings; deliveries: LogSettings } {
  if (kafka === undefined) {
    const open = (name: string): LogSettings => ({ kind: 'sqlite', file: name });
    return {
      events: open(file ?? join(data, 'events.sqlite')),
      deliveries: open(join(data, 'deliveries.sqlite')),
    };
  }
  if (file !== undefined) throw reportBoth();
  const { deliveriesTopic = usualDeliveriesTopic, ...rest } = kafka;
  return {
    events: readKafka(rest, environment, keep),
    deliveries: readKafka({ ...rest, topic: deliveriesTopic }, environment, keep),
  };
}

function readKafka(
  kafka: ServiceKafka,
  environment: Environment,
  keep: (secret: string) => string,
): LogSettings {
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
  return { kind: 'kafka', settings: choice.settings, group: nameGroups(kafka.group).aggregate };
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
    remedy: 'remove events.file (PERIGEE_EVENT_LOG) or events.kafka (PERIGEE_KAFKA_BROKERS)',
  });
}
