import { expect, test } from 'vitest';
import {
  type KafkaInputs,
  readKafkaSettings,
} from '../../../src/transport/events/kafka-settings.ts';

const read = (changes: Partial<KafkaInputs>) =>
  readKafkaSettings({
    brokers: 'kafka-1:9092',
    topic: '',
    clientId: '',
    tls: false,
    tlsAuthority: '',
    saslMechanism: '',
    saslUsername: '',
    saslPassword: '',
    ...changes,
  });

test('brokers alone are enough', () => {
  expect(read({ brokers: 'kafka-1:9092, kafka-2.example.com:9093' })).toEqual({
    kind: 'kafka',
    settings: {
      brokers: ['kafka-1:9092', 'kafka-2.example.com:9093'],
      topic: 'perigee.builds',
      clientId: 'perigee',
    },
  });
});

test('TLS, an authority and a user are taken over', () => {
  const sasl = { saslMechanism: 'SCRAM-SHA-512', saslUsername: 'ci', saslPassword: 'secret' };
  expect(read({ tls: true, tlsAuthority: 'PEM', ...sasl })).toMatchObject({
    settings: {
      tls: { authority: 'PEM' },
      sasl: { mechanism: 'scram-sha-512', username: 'ci', password: 'secret' },
    },
  });
});

test('no brokers, or a secret that a fork does not have, mean no event log and no error', () => {
  expect(read({ brokers: '' })).toMatchObject({
    kind: 'none',
    why: expect.stringMatching(/./) as string,
  });
  const sasl = { saslMechanism: 'plain', saslUsername: 'ci', saslPassword: '' };
  expect(read({ tls: true, ...sasl })).toMatchObject({ kind: 'none' });
});

test.each<[string, Partial<KafkaInputs>, RegExp]>([
  ['a broker without a port', { brokers: 'kafka-1' }, /host:port/],
  ['a port that is none', { brokers: 'kafka-1:99999' }, /host:port/],
  ['an address in IPv6', { brokers: '[::1]:9092' }, /host:port/],
  ['a topic with a blank', { topic: 'a b' }, /"a b"/],
  ['an unknown mechanism', { saslMechanism: 'gssapi', saslUsername: 'ci' }, /scram-sha-256/],
  ['a user without a mechanism', { saslUsername: 'ci' }, /without a SASL mechanism/],
  ['a readable password', { saslMechanism: 'plain', saslUsername: 'ci', saslPassword: 'x' }, /TLS/],
])('%s is an error that says what is expected', (_title, changes, message) => {
  expect(() => read(changes)).toThrow(message);
});

test('a password that somebody wrote into the brokers is not repeated', () => {
  const misplaced = { brokers: 'kafka://ci:hunter2@kafka-1:9092' };
  expect(() => read(misplaced)).toThrow(/^((?!hunter2)[^])*$/);
  expect(() => read(misplaced)).toThrow(/inputs of their own/);
});
