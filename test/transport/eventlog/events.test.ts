import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { watchStuckPartitions } from '../../../src/transport/eventlog/stuck-partitions.ts';
import { emitEvent } from '../../../src/transport/eventlog/emit-event.ts';
import {
  type KafkaInputs,
  readKafkaSettings,
} from '../../../src/transport/eventlog/kafka-settings.ts';
import { openKafkaLog } from '../../../src/transport/eventlog/kafka.ts';
import { muteNegativeTimeouts } from '../../../src/transport/eventlog/kafka-sockets.ts';
import { trackProgress } from '../../../src/transport/eventlog/progress.ts';
import { findFreePorts, openSilentPort } from '../../servers/free-ports.ts';
import { emitInProcess, endsByItself } from './emit-in-process.ts';
import { makeEvent, makeSettings } from './make-event.ts';

describe('kafka out of reach', () => {
  /** Brokers that are not there, or are no brokers. No Kafka is needed for these. */
  async function findRefusingPort(): Promise<number> {
    const [port = 0] = await findFreePorts(1);
    return port;
  }

  async function openSilence(): Promise<number> {
    const { port, close } = await openSilentPort();
    onTestFinished(close);
    return port;
  }

  test('a port that refuses is tried until the deadline, and named', async () => {
    const brokers = [`127.0.0.1:${await findRefusingPort()}`];
    const log = openKafkaLog(makeSettings({ brokers }));
    let said = '';
    // The deadline may come first where the machine is busy.
    for (let deadlineMs = 700; !said.includes('REFUSED') && deadlineMs < 60_000; deadlineMs *= 4) {
      const emission = await emitEvent(makeEvent(), log, deadlineMs);
      expect(emission).toMatchObject({ kind: 'spooled' });
      said = JSON.stringify(emission);
    }
    expect(said).toMatch(/topic builds at 127\.0\.0\.1:\d+ .*ECONNREFUSED/);
  });

  test('a port that never answers is left at the deadline', async () => {
    const brokers = [`127.0.0.1:${await openSilence()}`];
    const emission = await emitEvent(makeEvent(), openKafkaLog(makeSettings({ brokers })), 500);
    expect(emission).toMatchObject({
      kind: 'spooled',
      why: expect.stringMatching(/no answer within 0.5 s/) as string,
    });
  });

  test('a host that does not exist is named', async () => {
    const brokers = ['kafka.invalid:9092'];
    const emission = await emitEvent(makeEvent(), openKafkaLog(makeSettings({ brokers })), 1_000);
    expect(emission).toMatchObject({
      kind: 'spooled',
      why: expect.stringMatching(/kafka\.invalid/) as string,
    });
  });

  test('a password is not repeated, wherever the reason has it from', async () => {
    const sasl = { mechanism: 'plain', username: 'ci', password: 'hunter2' } as const;
    const settings = makeSettings({ brokers: ['hunter2.invalid:9092'], sasl });
    const append = openKafkaLog(settings).append(makeEvent(), AbortSignal.timeout(1_000));
    await expect(append).rejects.toThrow(/^((?!hunter2)[^])*\*\*\*\.invalid((?!hunter2)[^])*$/);
  });

  test.each([
    ['refuses', findRefusingPort, {}],
    ['is silent', openSilence, {}],
    ['is silent where TLS was expected', openSilence, { tls: {} }],
  ])(
    'a process whose broker %s ends by itself and prints nothing',
    async (_title, open, changes) => {
      const settings = makeSettings({ brokers: [`127.0.0.1:${await open()}`], ...changes });
      expect(await emitInProcess(settings, 800)).toEqual(endsByItself('spooled'));
    },
  );
});

describe('kafka settings', () => {
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
    [
      'a readable password',
      { saslMechanism: 'plain', saslUsername: 'ci', saslPassword: 'x' },
      /TLS/,
    ],
  ])('%s is an error that says what is expected', (_title, changes, message) => {
    expect(() => read(changes)).toThrow(message);
  });

  test('a password that somebody wrote into the brokers is not repeated', () => {
    const misplaced = { brokers: 'kafka://ci:hunter2@kafka-1:9092' };
    expect(() => read(misplaced)).toThrow(/^((?!hunter2)[^])*$/);
    expect(() => read(misplaced)).toThrow(/inputs of their own/);
  });
});

describe('negative timeouts', () => {
  test('only the warning of a negative timer is kept back, and only until it is let through', () => {
    const original = process.emitWarning;
    const heard = vi.fn();
    process.emitWarning = heard;
    try {
      const unmute = muteNegativeTimeouts();
      process.emitWarning('-1 is a negative number', 'TimeoutNegativeWarning');
      process.emitWarning('old', 'DeprecationWarning', 'DEP0001');
      expect(heard.mock.calls).toEqual([['old', 'DeprecationWarning', 'DEP0001']]);
      unmute();
      process.emitWarning('-1 is a negative number', 'TimeoutNegativeWarning');
      expect(heard).toHaveBeenCalledTimes(2);
    } finally {
      process.emitWarning = original;
    }
  });
});

describe('progress', () => {
  test('the position stays before the oldest message that is held', () => {
    const progress = trackProgress(9);
    const releases = [12, 10, 11].map(progress.hold);
    progress.settle(15);
    expect(progress.doneUpTo()).toBe(9);
    releases[1]?.();
    expect(progress.doneUpTo()).toBe(10);
    releases[0]?.();
    expect(progress.doneUpTo()).toBe(10);
    releases[2]?.();
    releases[2]?.();
    expect(progress.doneUpTo()).toBe(15);
  });

  test('nothing of a batch is done before it is settled, whatever was let go', () => {
    const progress = trackProgress(-1);
    progress.hold(0)();
    expect(progress.doneUpTo()).toBe(-1);
  });
});

test('a partition whose batch comes again and again stands still, until it is taken', () => {
  let nowMs = 0;
  const stuck = watchStuckPartitions(() => nowMs);
  const retry = { kind: 'retry', partition: '2', why: 'too large' } as const;
  stuck.hear({ ...retry, pauseMs: 400 });
  expect(stuck.list()).toEqual([]);
  stuck.hear({ ...retry, pauseMs: 6_400 });
  expect(stuck.list()).toEqual(['partition 2 stands still: too large']);
  nowMs = 60_000;
  expect(stuck.list()).toEqual([]);
});
