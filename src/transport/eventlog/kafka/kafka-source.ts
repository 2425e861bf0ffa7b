import type { ConsumeOptions, EventSource, SourceLag } from '../event-log.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { muteNegativeTimeouts } from '../kafka-sockets.ts';
import { createPauses, pauseUnlessAborted } from '../pauses.ts';
import { type KafkaTimes, type runConsumerSession, StuckHandler } from './consumer-session.ts';
import { isHopeless, formatKafkaError } from './kafka-errors.ts';
import { SilentConsumer } from './watch-silence.ts';

export const usualKafkaTimes: KafkaTimes = { sessionMs: 30_000, goodbyeMs: 5_000 };

/** So many new consumers in a row that stay silent: a new process may do better. */
const maxSilent = 5;
/** A consumer that lived for this long was a good one. */
const goodLifeMs = 120_000;

export interface KafkaSourcePorts {
  readLag: () => Promise<SourceLag>;
  /** A consumer from its first connection to its last. */
  runSession: typeof runConsumerSession;
  /** Between two consumers; later pauses are longer. */
  firstPauseMs?: number;
}

/** One member of a group of consumers of a topic. Consumers that end or fall silent are replaced. */
export function openKafkaSource(
  settings: KafkaSettings,
  group: string,
  times: KafkaTimes,
  ports: KafkaSourcePorts,
): EventSource {
  const name = `Kafka topic ${settings.topic} at ${settings.brokers.join(', ')}, group ${group}`;
  return {
    name,
    lag: ports.readLag,
    consume: async (handler, options) => {
      const unmute = muteNegativeTimeouts();
      const pauses = createPauses(ports.firstPauseMs);
      let silent = 0;
      reportDeleted(options);
      try {
        while (!options.signal.aborted) {
          const startedAtMs = performance.now();
          try {
            await ports.runSession(settings, group, times, handler, options);
          } catch (error) {
            const why = formatKafkaError(error, settings);
            if (performance.now() - startedAtMs > goodLifeMs) {
              pauses.reset();
              silent = 0;
            }
            if (error instanceof SilentConsumer) silent += 1;
            if (isHopeless(error) || error instanceof StuckHandler || silent >= maxSilent) {
              throw new Error(`${name} cannot be read: ${why}`, { cause: error });
            }
            options.onNotice?.({ kind: 'restart', why });
            await pauseUnlessAborted(pauses.next(), options.signal);
          }
        }
      } finally {
        unmute();
      }
    },
  };

  /** A consumer goes on where the log still has messages, without a word about those before. */
  function reportDeleted({ onNotice }: ConsumeOptions): void {
    ports.readLag().then(
      ({ deleted = 0 }) => deleted > 0 && onNotice?.({ kind: 'unread', messages: deleted }),
      // Kafka is out of reach, which the consumer tells.
      () => undefined,
    );
  }
}
