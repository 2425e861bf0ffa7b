import type kafkajs from 'kafkajs';
import { createKafkaSockets } from '../kafka-sockets.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { muteNegativeTimeouts } from '../negative-timeouts.ts';
import { type ClientLimits, createKafkaClient } from './kafka-client.ts';
import { tellKafkaError } from './kafka-errors.ts';

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
    throw new Error(tellKafkaError(error, settings), { cause: error });
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
