import kafkajs from 'kafkajs';

/**
 * A broker's `message.max.bytes` limits what it takes at once, by default 1 MiB. Headers and what Kafka adds count as
 * well.
 */
const mostBytes = 500_000;
const bytesBesideText = 1_000;

const choosePartition = kafkajs.Partitioners.DefaultPartitioner();

/** The partitions of each topic, as a producer last knew them. */
export type KnownPartitions = Map<string, kafkajs.PartitionMetadata[]>;

/** The partition of messages without one; each send says which partitions there are. */
export function createPartitioner(known: KnownPartitions): kafkajs.ICustomPartitioner {
  return () => (choice) => {
    known.set(choice.topic, choice.partitionMetadata);
    return choosePartition(choice);
  };
}

/**
 * Sends messages of one partition: one message, or several that name the same partition. Nothing else may call
 * `send` of kafkajs. When it retries a send over several partitions, it skips every broker that has answered
 * already, also where a failed partition has moved to that broker: those messages are never sent, and `send`
 * resolves. It also drops messages of a partition that it does not know. So the answer has to name the
 * partition.
 * @throws when no broker has acknowledged all of them for all replicas in sync
 */
export async function sendToPartition(
  producer: Pick<kafkajs.Producer, 'send'>,
  record: Omit<kafkajs.ProducerRecord, 'acks'>,
): Promise<void> {
  const taken = await producer.send({ ...record, acks: -1 });
  const [first] = taken;
  const wanted = record.messages[0]?.partition ?? first?.partition;
  const isRight = first?.topicName === record.topic && first.partition === wanted;
  if (taken.length === 1 && isRight && first.errorCode === 0) return;
  throw new Error(
    `Kafka did not acknowledge the messages for the topic ${record.topic}, ` +
      'so they may not be written: send them again',
  );
}

/**
 * Sends messages to the partitions of their keys, in the order of each key.
 * @param known filled by the partitioner of this producer
 * @throws as above, once nothing is being sent any more; some of the messages may be written then
 */
export async function sendMessages(
  producer: Pick<kafkajs.Producer, 'send'>,
  topic: string,
  [first, ...others]: readonly kafkajs.Message[],
  known: KnownPartitions,
): Promise<void> {
  if (first === undefined) return;
  const isKnown = known.has(topic);
  // Alone it needs no partition named, and its sending tells which there are.
  if (!isKnown || others.length === 0)
    await sendToPartition(producer, { topic, messages: [first] });
  if (others.length === 0) return;
  const partitionMetadata = known.get(topic) ?? [];
  const chosen = (isKnown ? [first, ...others] : others).map((message) => ({
    ...message,
    partition: choosePartition({ topic, partitionMetadata, message }),
  }));
  const groups = Map.groupBy(chosen, ({ partition }) => partition);
  const sent = await Promise.allSettled(
    [...groups.values()].map(async (group) => {
      for (const part of splitBySize(group)) {
        await sendToPartition(producer, { topic, messages: part });
      }
    }),
  );
  const failed = sent.find((one) => one.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

function splitBySize<T extends kafkajs.Message>(messages: readonly T[]): T[][] {
  const parts: T[][] = [];
  let bytes = mostBytes;
  for (const message of messages) {
    const size =
      bytesBesideText +
      Buffer.byteLength(message.key ?? '') +
      Buffer.byteLength(message.value ?? '');
    if (bytes + size > mostBytes) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(message);
    bytes += size;
  }
  return parts;
}
