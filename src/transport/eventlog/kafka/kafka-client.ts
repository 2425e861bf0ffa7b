import kafkajs from 'kafkajs';
import type { KafkaSettings } from '../kafka-settings.ts';
import { createKafkaSockets, muteNegativeTimeouts } from '../kafka-sockets.ts';
import { formatKafkaError } from './kafka-errors.ts';

export interface ClientLimits {
  connectionTimeoutMs: number;
  requestTimeoutMs: number;
  retries: number;
}

/** A client that says nothing and opens its connections with `open`, so that they can be ended. */
export function createKafkaClient(
  settings: KafkaSettings,
  open: kafkajs.ISocketFactory,
  limits: ClientLimits,
): kafkajs.Kafka {
  return new kafkajs.Kafka(describeClient(settings, open, limits));
}

export function describeClient(
  settings: KafkaSettings,
  open: kafkajs.ISocketFactory,
  limits: ClientLimits,
): kafkajs.KafkaConfig & { brokers: string[] } {
  const { tls, sasl } = settings;
  return {
    clientId: settings.clientId,
    brokers: [...settings.brokers],
    connectionTimeout: limits.connectionTimeoutMs,
    authenticationTimeout: limits.connectionTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    enforceRequestTimeout: true,
    retry: { retries: limits.retries, initialRetryTime: 200, maxRetryTime: 2_000 },
    logLevel: kafkajs.logLevel.NOTHING,
    logCreator: () => () => undefined,
    socketFactory: open,
    ...(tls === undefined ? {} : { ssl: tls.authority === undefined ? {} : { ca: tls.authority } }),
    // A copy: kafkajs puts what it made of the password into it.
    ...(sasl === undefined ? {} : { sasl: { ...sasl } as kafkajs.SASLOptions }),
  };
}

const limits = { connectionTimeoutMs: 3_000, requestTimeoutMs: 10_000, retries: 5 };

/**
 * One piece of work with connections of its own, which are gone afterwards.
 * @throws Error with one line that holds no secret
 */
export async function withKafkaConnections<T>(
  settings: KafkaSettings,
  work: (open: kafkajs.ISocketFactory, limits: ClientLimits) => Promise<T>,
): Promise<T> {
  const unmute = muteNegativeTimeouts();
  const sockets = createKafkaSockets();
  try {
    return await work(sockets.open, limits);
  } catch (error) {
    throw new Error(formatKafkaError(error, settings), { cause: error });
  } finally {
    sockets.destroy();
    unmute();
  }
}

export async function withKafkaClient<T>(
  settings: KafkaSettings,
  work: (client: kafkajs.Kafka) => Promise<T>,
): Promise<T> {
  return withKafkaConnections(settings, (open, own) =>
    work(createKafkaClient(settings, open, own)),
  );
}

export async function withKafkaAdmin<T>(
  settings: KafkaSettings,
  work: (admin: kafkajs.Admin) => Promise<T>,
): Promise<T> {
  return withKafkaClient(settings, async (client) => {
    const admin = client.admin();
    await admin.connect();
    const result = await work(admin);
    await admin.disconnect();
    return result;
  });
}
