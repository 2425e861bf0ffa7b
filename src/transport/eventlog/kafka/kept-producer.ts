import type kafkajs from 'kafkajs';
import { createKafkaSockets, muteNegativeTimeouts } from '../kafka-sockets.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { createKafkaClient } from './kafka-client.ts';
import { formatKafkaError } from './kafka-errors.ts';
import { createPartitioner, type KnownPartitions, sendMessages } from './send-messages.ts';

/** A producer for frequent writers: it stays connected. */
export interface KeptProducer {
  /**
   * Resolves when all replicas in sync have the messages, those of one key in their order. Where it rejects,
   * some may be there all the same; the next call reconnects.
   * @throws Error with one line that holds no secret
   */
  send(topic: string, messages: kafkajs.Message[]): Promise<void>;
  close(): Promise<void>;
}

interface Connected {
  producer: kafkajs.Producer;
  known: KnownPartitions;
  drop: () => void;
}

export function openKeptProducer(settings: KafkaSettings): KeptProducer {
  let kept: Promise<Connected> | undefined;
  return {
    send: async (topic, messages) => {
      if (messages.length === 0) return;
      const mine = (kept ??= connect(settings));
      try {
        const { producer, known } = await mine;
        await sendMessages(producer, topic, messages, known);
      } catch (error) {
        if (kept === mine) kept = undefined;
        await mine.then(({ drop }) => drop()).catch(() => undefined);
        throw new Error(formatKafkaError(error, settings), { cause: error });
      }
    },
    close: async () => {
      const last = await kept?.catch(() => undefined);
      kept = undefined;
      await last?.producer.disconnect().catch(() => undefined);
      last?.drop();
    },
  };
}

async function connect(settings: KafkaSettings): Promise<Connected> {
  const unmute = muteNegativeTimeouts();
  const sockets = createKafkaSockets();
  const known: KnownPartitions = new Map();
  const drop = (): void => {
    sockets.destroy();
    unmute();
  };
  const limits = { connectionTimeoutMs: 3_000, requestTimeoutMs: 10_000, retries: 5 };
  const producer = createKafkaClient(settings, sockets.open, limits).producer({
    idempotent: false,
    allowAutoTopicCreation: false,
    maxInFlightRequests: 1,
    createPartitioner: createPartitioner(known),
  });
  try {
    await producer.connect();
    return { producer, known, drop };
  } catch (error) {
    drop();
    throw error;
  }
}
