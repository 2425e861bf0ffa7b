import { setTimeout as pause } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import type { BuildEvent } from '../../contract/documents.ts';
import { type EventLog, keyEvent } from './event-log.ts';
import { createKafkaSockets } from './kafka-sockets.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { muteNegativeTimeouts } from './negative-timeouts.ts';

const connectionTimeoutMs = 3_000;
const requestTimeoutMs = 5_000;
const maxTries = 30;
const firstPauseMs = 200;
const longestPauseMs = 2_000;
const longestReason = 300;

interface Message {
  key: string;
  value: string;
}

/**
 * The topic that builds are told on. All replicas have to acknowledge (`acks: -1`). The producer is
 * not idempotent: that of kafkajs would try for ever. So a message whose acknowledgement was lost is
 * there twice, with one event id. The topic has to exist.
 *
 * Retrying is done here and not by kafkajs, whose waiting cannot be ended: each try is a client of its
 * own, with the next broker of the list, and its connections are destroyed in the end.
 */
export function openKafkaLog(settings: KafkaSettings): EventLog {
  return {
    name: `Kafka topic ${settings.topic} at ${settings.brokers.join(', ')}`,
    append: async (event, signal) => {
      const unmute = muteNegativeTimeouts();
      try {
        await sendUntilTaken(settings, event, signal);
      } finally {
        unmute();
      }
    },
  };
}

async function sendUntilTaken(
  settings: KafkaSettings,
  event: BuildEvent,
  signal: AbortSignal,
): Promise<void> {
  const message = { key: keyEvent(event), value: JSON.stringify(event) };
  let reason = 'nothing was tried';
  let pauseMs = firstPauseMs;
  for (let tried = 0; tried < maxTries && !signal.aborted; tried++) {
    const broker = settings.brokers[tried % settings.brokers.length] ?? '';
    try {
      await sendOnce(settings, broker, message, signal);
      return;
    } catch (error) {
      // A try that the deadline ended says less than the one before it.
      if (tried === 0 || error !== signal.reason) reason = explain(error, settings);
      if (isPermanent(error)) throw new Error(reason, { cause: error });
    }
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(pauseMs * 2, longestPauseMs);
  }
  throw new Error(reason);
}

async function sendOnce(
  settings: KafkaSettings,
  broker: string,
  message: Message,
  signal: AbortSignal,
): Promise<void> {
  const sockets = createKafkaSockets();
  const producer = createProducer(settings, broker, sockets.open);
  try {
    await unlessAborted(signal, producer.connect());
    await unlessAborted(
      signal,
      producer.send({
        topic: settings.topic,
        acks: -1,
        timeout: requestTimeoutMs,
        messages: [message],
      }),
    );
    // The broker has it: that it hears no goodbye does not matter.
    await unlessAborted(signal, producer.disconnect()).catch(() => undefined);
  } finally {
    sockets.destroy();
  }
}

function createProducer(
  settings: KafkaSettings,
  broker: string,
  socketFactory: kafkajs.ISocketFactory,
): kafkajs.Producer {
  const { tls, sasl } = settings;
  const client = new kafkajs.Kafka({
    clientId: settings.clientId,
    brokers: [broker],
    connectionTimeout: connectionTimeoutMs,
    authenticationTimeout: connectionTimeoutMs,
    requestTimeout: requestTimeoutMs,
    enforceRequestTimeout: true,
    retry: { retries: 0 },
    logLevel: kafkajs.logLevel.NOTHING,
    logCreator: () => () => undefined,
    socketFactory,
    ...(tls === undefined ? {} : { ssl: tls.authority === undefined ? {} : { ca: tls.authority } }),
    ...(sasl === undefined ? {} : { sasl: describeSasl(sasl) }),
  });
  return client.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    retry: { retries: 0 },
  });
}

/** The same for each mechanism, which the types of kafkajs tell apart. */
function describeSasl(sasl: NonNullable<KafkaSettings['sasl']>): kafkajs.SASLOptions {
  const { mechanism, username, password } = sasl;
  if (mechanism === 'plain') return { mechanism, username, password };
  if (mechanism === 'scram-sha-256') return { mechanism, username, password };
  return { mechanism, username, password };
}

async function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** What the next try would meet again: a wrong password, a topic that this user may not write to. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof kafkajs.KafkaJSError)) return false;
  if (error instanceof kafkajs.KafkaJSNumberOfRetriesExceeded) return false;
  return !error.retriable;
}

/** One line, without the password: what a broker answers may hold what was sent to it. */
function explain(error: unknown, { sasl, topic }: KafkaSettings): string {
  const text = error instanceof Error ? error.message : String(error);
  const hint = text.includes('does not host this topic') ? ` (does the topic ${topic} exist?)` : '';
  const oneLine = `${text}${hint}`.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
  const secret = sasl?.password ?? '';
  const safe = secret === '' ? oneLine : oneLine.replaceAll(secret, '***');
  return safe.slice(0, longestReason);
}
