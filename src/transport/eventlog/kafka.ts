import { setTimeout as pause } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import type { BuildEvent } from '../../contract/documents.ts';
import { type EventLog, keyEvent } from './event-log.ts';
import { createKafkaClient } from './kafka/kafka-client.ts';
import { isLasting, formatKafkaError } from './kafka/kafka-errors.ts';
import { sendToPartition } from './kafka/send-messages.ts';
import { createKafkaSockets, muteNegativeTimeouts } from './kafka-sockets.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { unlessAborted } from '../../async/within.ts';

const connectionTimeoutMs = 3_000;
const requestTimeoutMs = 5_000;
const maxTries = 30;
const firstPauseMs = 200;
const longestPauseMs = 2_000;

interface Message {
  key: string;
  value: string;
}

/**
 * The topic of build events. All replicas have to acknowledge (`acks: -1`). The producer is
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
      if (tried === 0 || error !== signal.reason) reason = formatKafkaError(error, settings);
      if (isLasting(error)) throw new Error(reason, { cause: error });
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
      sendToPartition(producer, {
        topic: settings.topic,
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
  open: kafkajs.ISocketFactory,
): kafkajs.Producer {
  const client = createKafkaClient({ ...settings, brokers: [broker] }, open, {
    connectionTimeoutMs,
    requestTimeoutMs,
    retries: 0,
  });
  return client.producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    retry: { retries: 0 },
  });
}
