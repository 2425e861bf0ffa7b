/** When a source of Kafka makes a new consumer, and when it gives up. No broker is needed. */
import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { SourceNotice } from '../../../../src/transport/eventlog/event-log.ts';
import { StuckHandler } from '../../../../src/transport/eventlog/kafka/consumer-session.ts';
import {
  formatKafkaError,
  isLasting,
  isType,
} from '../../../../src/transport/eventlog/kafka/kafka-errors.ts';
import { openKafkaSource } from '../../../../src/transport/eventlog/kafka/kafka-source.ts';
import {
  SilentConsumer,
  watchSilence,
} from '../../../../src/transport/eventlog/kafka/watch-silence.ts';
import { makeSettings } from '../make-event.ts';

const times = { sessionMs: 1_000, goodbyeMs: 100 };
const firstPauseMs = 1;

/** @param sessions what the consumers come to, one after the other; the last one stops it */
async function consume(sessions: readonly (Error | 'stopped')[]) {
  const controller = new AbortController();
  const notices: SourceNotice[] = [];
  let made = 0;
  const source = openKafkaSource(makeSettings(), 'readers', times, {
    readLag: async () => ({ messages: 0 }),
    firstPauseMs,
    runSession: async () => {
      const end = sessions[made];
      made += 1;
      if (end instanceof Error) throw end;
      controller.abort();
    },
  });
  const options = {
    signal: controller.signal,
    onNotice: (notice: SourceNotice) => notices.push(notice),
  };
  const failure = await source
    .consume(async () => undefined, options)
    .then(
      () => undefined,
      (error: unknown) => error as Error,
    );
  return { made, notices, failure };
}

test('an outage, however long, only makes new consumers', async () => {
  const outage = new kafkajs.KafkaJSConnectionError('connect ECONNREFUSED');
  const outages = Array.from({ length: 9 }, () => outage);
  const { made, notices, failure } = await consume([...outages, 'stopped']);
  expect({ made, failure }).toEqual({ made: 10, failure: undefined });
  expect(notices).toHaveLength(9);
  expect(notices[0]).toEqual({ kind: 'restart', why: 'connect ECONNREFUSED' });
});

test('a consumer that fell silent is made anew; when five in a row do, it ends with an error', async () => {
  const silent = () => new SilentConsumer('the consumer gave no sign of life for 60.0 s');
  const twice = await consume([silent(), silent(), 'stopped']);
  expect(twice).toMatchObject({ made: 3, failure: undefined });
  const five = await consume(Array.from({ length: 9 }, silent));
  expect(five.made).toBe(5);
  expect(five.failure?.message).toMatch(
    /^Kafka topic builds .* cannot be read: .* no sign of life/,
  );
});

test('a handler that never ends is an error: two at a time would break the order', async () => {
  const { made, failure } = await consume([new StuckHandler('the handler never ends')]);
  expect(made).toBe(1);
  expect(failure?.message).toContain('the handler never ends');
});

test('silence is noticed once, and not while there are signs of life', async () => {
  // By a clock that a busy machine cannot hold up between two signs.
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const noticed: SilentConsumer[] = [];
  const watch = watchSilence(200, (error) => void noticed.push(error));
  const signs = setInterval(watch.heard, 10);
  vi.advanceTimersByTime(500);
  expect(noticed).toEqual([]);
  clearInterval(signs);
  vi.advanceTimersByTime(600);
  watch.stop();
  expect(noticed.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^the consumer gave no sign of life for 0\.2 s$/),
  ]);
});

const { KafkaJSConnectionError, KafkaJSError, KafkaJSNonRetriableError, KafkaJSProtocolError } =
  kafkajs;

/** What a broker answered. kafkajs makes it of the words for its code, which its types do not have. */
function answer(type: string, retriable: boolean): Error {
  const words = Object.assign(new Error(type), { type, code: 5, retriable });
  return new KafkaJSProtocolError(words);
}

type Retrier = <T>(work: () => Promise<T>) => Promise<T>;
const createRetrier = createRequire(import.meta.url)('kafkajs/src/retry') as (
  options: object,
) => Retrier;

/** As kafkajs gives it up, where a try of its own stands within another one. */
async function giveUp(error: Error): Promise<unknown> {
  const retry = createRetrier({ retries: 0, initialRetryTime: 1 });
  const fail = () => Promise.reject(error);
  return retry(() => retry(fail)).catch((given: unknown) => given);
}

test.each([
  ['a partition that has no leader yet', answer('LEADER_NOT_AVAILABLE', true)],
  ['a connection that breaks', new KafkaJSConnectionError('closed')],
  ['a socket that is refused', Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  ['an error that says nothing', new KafkaJSError('what')],
])('%s is worth another try, however often kafkajs has given it up', async (_what, error) => {
  expect(isLasting(error)).toBe(false);
  expect(isLasting(await giveUp(error))).toBe(false);
});

test.each([
  ['a message that is too large', answer('MESSAGE_TOO_LARGE', false)],
  ['a topic that may not be written', answer('TOPIC_AUTHORIZATION_FAILED', false)],
  ['something that kafkajs cannot do', new KafkaJSNonRetriableError('no such mechanism')],
])('%s would be met again', async (_what, error) => {
  expect(isLasting(error)).toBe(true);
  expect(isLasting(await giveUp(error))).toBe(true);
});

test('of errors that come together the first is told, and known by its type', () => {
  const refused = answer('INVALID_REPLICATION_FACTOR', false);
  const error = new Error('it failed', {
    cause: new kafkajs.KafkaJSAggregateError('Topic creation errors', [refused]),
  });
  expect(isType(error, 'INVALID_REPLICATION_FACTOR')).toBe(true);
  expect(formatKafkaError(error.cause, makeSettings())).toBe(
    'Topic creation errors: INVALID_REPLICATION_FACTOR',
  );
});
