import { Late, within } from '../../../async/within.ts';
import type kafkajs from 'kafkajs';
import type { ConsumeOptions, EventHandler } from '../event-log.ts';
import { createKafkaSockets } from '../kafka-sockets.ts';
import type { KafkaSettings } from '../kafka-settings.ts';
import { createBatchWork } from './batch-work.ts';
import { createKafkaClient } from './kafka-client.ts';
import { watchSilence } from './watch-silence.ts';

export interface KafkaTimes {
  /** After this long without a heartbeat the broker gives a consumer's partitions to others. */
  sessionMs: number;
  /** How long a stop may wait for the broker, after the last batch. */
  goodbyeMs: number;
}

/** Nothing can be consumed any more without having two batches in work. */
export class StuckHandler extends Error {
  override readonly name = 'StuckHandler';
}

/** How often positions released after their batch are stored. */
const flushEveryMs = 500;

/** The longest time that the others of the group wait for this one, when a member joins or leaves. */
const longestBeatMs = 1_000;

/**
 * One consumer of kafkajs, from its first connection to its last. It is never restarted by kafkajs, which
 * now and then leaves one that lives and does nothing.
 * @returns when the signal was aborted and the batch in work is done
 * @throws whatever ended it; SilentConsumer when nothing came from the broker for two sessions. When it
 * throws, or returns, no handler is running
 */
export async function runConsumerSession(
  settings: KafkaSettings,
  group: string,
  times: KafkaTimes,
  handler: EventHandler,
  options: ConsumeOptions,
): Promise<void> {
  const { topic } = settings;
  const sockets = createKafkaSockets();
  const ended = Promise.withResolvers<undefined>();
  const client = createKafkaClient(settings, sockets.open, {
    connectionTimeoutMs: 3_000,
    requestTimeoutMs: Math.max(times.sessionMs, 5_000),
    retries: 3,
  });
  const consumer = client.consumer({
    groupId: group,
    sessionTimeout: times.sessionMs,
    rebalanceTimeout: times.sessionMs,
    heartbeatInterval: Math.min(times.sessionMs / 10, longestBeatMs),
    maxWaitTimeInMs: 500,
    allowAutoTopicCreation: false,
    retry: {
      retries: 3,
      initialRetryTime: 200,
      maxRetryTime: 2_000,
      restartOnFailure: async () => false,
    },
  });
  const work = createBatchWork({
    ...{ topic, handler, options, sessionMs: times.sessionMs },
    commit: ({ topics } = { topics: [] }) =>
      consumer.commitOffsets(
        topics.flatMap(({ partitions }) => partitions.map((each) => ({ topic, ...each }))),
      ),
  });
  const silence = watchSilence(2 * times.sessionMs, ended.reject);
  const flushing = setInterval(() => void work.flush(), flushEveryMs);
  const stop = (): void => ended.resolve(undefined);
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  listen(consumer, { work, heard: silence.heard, fail: ended.reject, topic });
  const joined = start(consumer, topic, work.eachBatch);
  joined.catch(ended.reject);
  try {
    await ended.promise;
    await work.settled();
    await work.flush();
  } finally {
    options.signal.removeEventListener('abort', stop);
    clearInterval(flushing);
    silence.stop();
    // Its work has no owner any more: waits inside the handler can end.
    work.end();
    await isSettled(times.goodbyeMs, leave(consumer, joined));
    sockets.destroy();
    await untilHandlerEnds(work.settled(), 2 * times.sessionMs);
  }
}

/** Another consumer must not begin while one of its batches is in work. */
async function untilHandlerEnds(settled: Promise<void>, limitMs: number): Promise<void> {
  if (await isSettled(limitMs, settled)) return;
  throw new StuckHandler('the handler neither ends nor heeds that its batch is lost');
}

async function start(
  consumer: kafkajs.Consumer,
  topic: string,
  eachBatch: kafkajs.EachBatchHandler,
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
}

/**
 * One that goes while it is joining would not say so, and the whole group would wait a session for it: so it
 * joins first.
 */
async function leave(consumer: kafkajs.Consumer, joined: Promise<void>): Promise<void> {
  await joined.catch(() => undefined);
  await consumer.disconnect();
}

interface Listening {
  work: ReturnType<typeof createBatchWork>;
  heard: () => void;
  fail: (error: Error) => void;
  topic: string;
}

/**
 * A sign of life is an answer of the broker that belongs to the group. FETCH is none: it is reported too when the fetch
 * has failed.
 */
function listen(consumer: kafkajs.Consumer, { work, heard, fail, topic }: Listening): void {
  const { CONNECT, HEARTBEAT, GROUP_JOIN, COMMIT_OFFSETS, REBALANCING, CRASH } = consumer.events;
  const { END_BATCH_PROCESS } = consumer.events;
  consumer.on(CONNECT, heard);
  consumer.on(HEARTBEAT, heard);
  consumer.on(COMMIT_OFFSETS, heard);
  consumer.on(GROUP_JOIN, ({ payload }) => {
    heard();
    work.join(payload.memberAssignment[topic] ?? []);
  });
  consumer.on(END_BATCH_PROCESS, ({ payload }) => {
    if (payload.batchSize === 0) work.pass(payload.partition, Number(payload.lastOffset));
  });
  consumer.on(REBALANCING, () => work.end());
  consumer.on(CRASH, ({ payload }) => fail(payload.error));
}

/** @returns whether the promise was settled in time, well or not */
async function isSettled(limitMs: number, promise: Promise<void>): Promise<boolean> {
  return within(limitMs, promise).then(
    () => true,
    (error: unknown) => !(error instanceof Late),
  );
}
