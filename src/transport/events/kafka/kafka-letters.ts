import type { DeadLetter, DeadLetters } from '../dead-letters.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { nameLetter } from '../name-letter.ts';
import { tellInOneLine } from '../one-line.ts';
import { makeLettersTopic } from './make-letters-topic.ts';
import type { KeptProducer } from './kept-producer.ts';
import { letterHeaders, readLetters } from './read-letters.ts';

/**
 * Dead letters in a topic beside the log's own, `<topic>.dlq`, which is made with the first letter. It is
 * compacted: a letter stays until a message without a value under its id takes it away.
 */
export function openKafkaLetters(settings: KafkaSettings, producer: KeptProducer): DeadLetters {
  const topic = `${settings.topic}.dlq`;
  let isThere = false;
  const choose = async (ids: readonly string[] | 'all'): Promise<DeadLetter[]> => {
    const letters = await readLetters(settings, topic);
    return ids === 'all' ? letters : letters.filter(({ id }) => ids.includes(id));
  };
  const take = async (letters: readonly DeadLetter[]): Promise<string[]> => {
    const ids = letters.map(({ id }) => id);
    await producer.send(
      topic,
      ids.map((id) => ({ key: id, value: null })),
    );
    return ids;
  };
  return {
    name: `Kafka topic ${topic} at ${settings.brokers.join(', ')}`,
    put: async ({ message, reason, source }) => {
      if (!isThere) await makeLettersTopic(settings, topic);
      isThere = true;
      const id = nameLetter(source, message.position);
      const headers = {
        [letterHeaders.reason]: tellInOneLine(reason),
        [letterHeaders.source]: source,
        [letterHeaders.position]: message.position,
        [letterHeaders.key]: message.key,
        [letterHeaders.receivedAtMs]: String(message.receivedAtMs),
        [letterHeaders.putAtMs]: String(Date.now()),
      };
      await producer.send(topic, [{ key: id, value: message.value, headers }]);
      return id;
    },
    list: () => choose('all'),
    show: async (id) => (await choose([id]))[0],
    replay: async (ids) => {
      const letters = await choose(ids);
      await producer.send(
        settings.topic,
        letters.map(({ message }) => ({ key: message.key, value: message.value })),
      );
      return take(letters);
    },
    purge: async (ids) => take(await choose(ids)),
  };
}
