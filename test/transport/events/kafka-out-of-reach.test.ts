/** Brokers that are not there, or are no brokers. No Kafka is needed for these. */
import { expect, onTestFinished, test } from 'vitest';
import { emitEvent } from '../../../src/transport/events/emit-event.ts';
import { openKafkaLog } from '../../../src/transport/events/kafka.ts';
import { findFreePorts, openSilentPort } from '../../servers/free-ports.ts';
import { emitInProcess, endsByItself } from './emit-in-process.ts';
import { makeEvent, makeSettings } from './make-event.ts';

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
])('a process whose broker %s ends by itself and prints nothing', async (_title, open, changes) => {
  const settings = makeSettings({ brokers: [`127.0.0.1:${await open()}`], ...changes });
  expect(await emitInProcess(settings, 800)).toEqual(endsByItself('spooled'));
});
