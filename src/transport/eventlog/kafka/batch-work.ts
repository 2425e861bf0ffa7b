import type kafkajs from 'kafkajs';
import type { ConsumeOptions, EventHandler, EventMessage } from '../event-log.ts';
import { formatInOneLine } from '../one-line.ts';
import { createPauses, type Pauses } from '../pauses.ts';
import { type Progress, trackProgress } from '../progress.ts';
import { isRebalance } from './kafka-errors.ts';
import { readUnread } from './unpack-batch.ts';

/** kafkajs may fetch thousands at once; positions move, and stops are noticed, more often. */
const batchSize = 100;

export interface BatchWork {
  eachBatch: kafkajs.EachBatchHandler;
  /** The group was joined: these partitions are ours now, and none of before. */
  join(partitions: readonly number[]): void;
  /** Up to this offset there is no message: the ends of transactions, and the messages that they took back. */
  pass(partition: number, lastOffset: number): void;
  /** No partition is ours any more. */
  end(): void;
  /** Stores what is done. Where that fails, it is tried again with the next. */
  flush(): Promise<void>;
  /** Resolves when no handler is running. */
  settled(): Promise<void>;
}

interface Context {
  topic: string;
  handler: EventHandler;
  options: ConsumeOptions;
  sessionMs: number;
  /** Stores positions before the first batch has come, which brings a way of its own. */
  commit: kafkajs.EachBatchPayload['commitOffsetsIfNecessary'];
}

/** Hands batches over and keeps count of what is done, over all the joins of one consumer. */
export function createBatchWork(context: Context): BatchWork {
  const { topic, options, commit } = context;
  const report = (kind: 'assigned' | 'lost', partitions: readonly number[]): void => {
    if (partitions.length > 0) options.onNotice?.({ kind, partitions: partitions.map(String) });
  };
  let generation = startGeneration();
  let ours: readonly number[] = [];
  let running = Promise.resolve();
  let send = commit;

  const end = (): void => {
    generation.end();
    report('lost', ours);
    ours = [];
  };
  const store = async (): Promise<void> => {
    const current = generation;
    const topics = current.offsetsToStore(topic);
    if (topics.length === 0 || current.lost.aborted) return;
    await send({ topics });
    current.markStored(topics);
  };
  const flush = async (): Promise<void> => {
    try {
      await store();
    } catch (error) {
      if (isRebalance(error)) throw error;
    }
  };

  const eachBatch = async (payload: kafkajs.EachBatchPayload): Promise<void> => {
    send = payload.commitOffsetsIfNecessary;
    const current = generation;
    const { batch } = payload;
    const partition = current.partition(batch.partition, Number(batch.firstOffset()));
    for (let from = 0; from < batch.messages.length; from += batchSize) {
      if (options.signal.aborted || current.lost.aborted || payload.isStale()) return;
      const messages = batch.messages.slice(from, from + batchSize);
      const part = { payload, messages, generation: current, partition, flush };
      if (!(await handlePart(part, context))) return;
      await flush();
      await payload.heartbeat();
    }
  };

  return {
    eachBatch: (payload) => {
      const done = eachBatch(payload);
      running = done.catch(() => undefined);
      return done;
    },
    join: (partitions) => {
      end();
      generation = startGeneration();
      ours = partitions;
      report('assigned', partitions);
    },
    pass: (partition, lastOffset) =>
      generation.partition(partition, lastOffset).progress.settle(lastOffset),
    end,
    flush: () => flush().catch(() => undefined),
    settled: () => running,
  };
}

interface Part {
  payload: kafkajs.EachBatchPayload;
  messages: readonly kafkajs.KafkaMessage[];
  generation: Generation;
  partition: KafkaPartition;
  flush: () => Promise<void>;
}

/** @returns whether the handler resolved while the partition was still ours */
async function handlePart(part: Part, { topic, handler, options, sessionMs }: Context) {
  const { payload, messages, generation, partition } = part;
  const number = payload.batch.partition;
  const prefix = `${topic}/${number}/`;
  const { progress } = partition;
  const finish = (): true => {
    const { batch } = payload;
    const last = messages.at(-1);
    // Behind the last message may lie the end of its transaction.
    const lastOffset = last === batch.messages.at(-1) ? batch.lastOffset() : (last?.offset ?? '-1');
    partition.pauses.reset();
    progress.settle(Number(lastOffset));
    payload.resolveOffset(lastOffset);
    return true;
  };
  let rebalance: unknown;
  let beatAtMs = performance.now();
  const heartbeat = async (): Promise<void> => {
    generation.lost.throwIfAborted();
    try {
      await part.flush();
      await payload.heartbeat();
      beatAtMs = performance.now();
    } catch (error) {
      // A broker that is away for a moment takes nothing from us.
      if (!isRebalance(error) && performance.now() - beatAtMs < sessionMs) return;
      rebalance = error;
      generation.end();
      throw error;
    }
  };
  try {
    const described = messages.flatMap((message) => describeMessage(prefix, message));
    // The first message of an unreadable batch tells, and the others are done with it.
    if (described.length === 0) return finish();
    await handler({
      partition: String(number),
      messages: described,
      lost: generation.lost,
      heartbeat,
      hold: ({ position }) => {
        if (!position.startsWith(prefix)) throw new Error(`${position} is not of this batch`);
        return progress.hold(Number(position.slice(prefix.length)));
      },
    });
  } catch (error) {
    // So that kafkajs joins the group again.
    if (rebalance !== undefined) throw rebalance as Error;
    if (generation.lost.aborted) return false;
    const pauseMs = partition.pauses.next();
    const resume = payload.pause();
    setTimeout(resume, pauseMs).unref();
    const why = formatInOneLine(error);
    options.onNotice?.({ kind: 'retry', partition: String(number), why, pauseMs });
    return false;
  }
  if (rebalance !== undefined) throw rebalance as Error;
  if (generation.lost.aborted) return false;
  return finish();
}

function describeMessage(prefix: string, message: kafkajs.KafkaMessage): EventMessage[] {
  const place = {
    position: `${prefix}${message.offset}`,
    receivedAtMs: Number(message.timestamp),
  };
  const unread = readUnread(message);
  if (unread === undefined) {
    const { key, value } = message;
    return [{ key: key?.toString() ?? '', value: value?.toString() ?? '', ...place }];
  }
  return unread.fault === undefined ? [] : [{ key: '', value: '', fault: unread.fault, ...place }];
}

interface KafkaPartition {
  readonly progress: Progress;
  readonly pauses: Pauses;
  storedUpTo: number;
}

/** From one join of the group to the next: the partitions that are ours meanwhile, and how far they are. */
interface Generation {
  readonly lost: AbortSignal;
  /** @param firstOffset the first that is to be handled */
  partition(number: number, firstOffset: number): KafkaPartition;
  /** Offsets that are done and not stored yet. */
  offsetsToStore(topic: string): kafkajs.TopicOffsets[];
  markStored(offsets: readonly kafkajs.TopicOffsets[]): void;
  end(): void;
}

function startGeneration(): Generation {
  const controller = new AbortController();
  const partitions = new Map<number, KafkaPartition>();
  return {
    lost: controller.signal,
    partition: (number, firstOffset) => {
      const known = partitions.get(number);
      if (known !== undefined) return known;
      const progress = trackProgress(firstOffset - 1);
      const partition: KafkaPartition = {
        progress,
        pauses: createPauses(),
        storedUpTo: firstOffset - 1,
      };
      partitions.set(number, partition);
      return partition;
    },
    offsetsToStore: (topic) => {
      const changed = [...partitions]
        .map(([number, { progress, storedUpTo }]) => ({
          partition: number,
          doneUpTo: progress.doneUpTo(),
          storedUpTo,
        }))
        .filter(({ doneUpTo, storedUpTo }) => doneUpTo !== storedUpTo)
        // Kafka stores what comes next.
        .map(({ partition, doneUpTo }) => ({ partition, offset: String(doneUpTo + 1) }));
      return changed.length === 0 ? [] : [{ topic, partitions: changed }];
    },
    markStored: (offsets) => {
      for (const { partition: number, offset } of offsets.flatMap(({ partitions: all }) => all)) {
        const partition = partitions.get(number);
        if (partition !== undefined) partition.storedUpTo = Number(offset) - 1;
      }
    },
    end: () => controller.abort(new Error('the partition is not ours any more')),
  };
}
