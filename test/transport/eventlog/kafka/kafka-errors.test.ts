import { createRequire } from 'node:module';
import kafkajs from 'kafkajs';
import { expect, test } from 'vitest';
import {
  isLasting,
  isType,
  formatKafkaError,
} from '../../../../src/transport/eventlog/kafka/kafka-errors.ts';
import { makeSettings } from '../make-event.ts';

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
