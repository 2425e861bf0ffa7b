import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventQueue } from '../../src/transport/eventlog/event-log.ts';
import { openSqliteQueue } from '../../src/transport/eventlog/sqlite/sqlite-queue.ts';
import { consumeUntil, valuesOf } from '../transport/eventlog/consume-until.ts';
import { runProgramSync } from './store/run-store.ts';
import { makeFolder } from '../make-folder.ts';

let folder: string;
let file: string;
let queue: EventQueue;

beforeEach(() => {
  folder = makeFolder();
  file = join(folder, 'events.sqlite');
  queue = openSqliteQueue({ file });
});

afterEach(async () => {
  await queue.close();
});

const perigee = (args: readonly string[], environment?: Record<string, string>) =>
  runProgramSync(folder, ['queue', ...args], environment);

async function putLetter(number: number, value = `{"poison":${number}}`): Promise<string> {
  const message = { key: 'acme', value, position: `3/${number}`, receivedAtMs: 1_760_000_000_000 };
  return queue.deadLetters.put({ message, reason: `unknown version ${number}`, source: 'the log' });
}

test('ls tells how much waits and each dead letter, in a line, and asks no more than a file', async () => {
  await queue.appendRaw({ key: 'acme', value: '1' });
  await consumeUntil(queue.openSource('perigee-aggregate'), 1);
  await queue.appendRaw({ key: 'acme', value: '2' });
  const id = await putLetter(7);
  const { status, stdout, stderr } = perigee(['ls'], { PERIGEE_EVENT_LOG: file });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(
    /group perigee-aggregate: 1 message not done yet, the oldest since \d+ s\n/,
  );
  expect(stdout).toMatch(
    new RegExp(`1 dead letter, oldest first:\\n {2}${id} .*3/7 {2}unknown version 7\\n`),
  );
});

test('show shows the payload, and nothing in it moves the cursor', async () => {
  const id = await putLetter(7, '{"a":"\u009b2J","b":[1]}');
  const { status, stdout } = perigee(['show', id, '--log', file]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^reason {5}unknown version 7$/m);
  expect(stdout).toMatch(/^position {3}3\/7$/m);
  expect(stdout).toContain('  "a": "[U+009B]2J",\n');
});

test('replay writes the one that is named into the log again', async () => {
  const ids = [await putLetter(1), await putLetter(2)];
  const { status, stdout } = perigee(['replay', ids[1] ?? '', '--log', file]);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `1 letter written again to file ${file}\n`,
  });
  expect((await queue.deadLetters.list()).map(({ id }) => id)).toEqual([ids[0]]);
  const messages = await consumeUntil(queue.openSource('perigee-aggregate'), 1);
  expect(valuesOf(messages)).toEqual(['{"poison":2}']);
});

test('purge deletes all only when it is told to', async () => {
  await putLetter(1);
  await putLetter(2);
  const asked = perigee(['purge', '--log', file]);
  expect(asked).toMatchObject({ status: 2, stderr: expect.stringContaining('no letter is named') });
  expect(await queue.deadLetters.list()).toHaveLength(2);
  const done = perigee(['purge', '--all', '--log', file]);
  expect(done).toMatchObject({ status: 0, stdout: '2 letters deleted\n' });
  expect(await queue.deadLetters.list()).toEqual([]);
});

test('an id that is not there, and a log that is not there, are wrong usage', () => {
  const letter = perigee(['show', 'no-such-letter', '--log', file]);
  expect(letter.status).toBe(2);
  expect(letter.stderr).toContain('there is no dead letter no-such-letter');
  const log = perigee(['ls']);
  expect(log.status).toBe(2);
  expect(log.stderr).toContain('there is no event log at perigee-data/events.sqlite');
});

test('the log is the one that the settings of the service name, and the environment wins', async () => {
  const id = await putLetter(7);
  const other = join(folder, 'other.sqlite');
  const settings = `version: 1\nevents: { file: ${file} }\nseries: { file: s.sqlite }\n`;
  writeFileSync(join(folder, 'perigee-service.yml'), settings);
  expect(perigee(['ls']).stdout).toContain(id);
  writeFileSync(join(folder, 'ours.yml'), 'version: 1\nevents: { file: other.sqlite }\n');
  expect(perigee(['ls', '--config', 'ours.yml']).stderr).toContain('no event log at other.sqlite');
  await openSqliteQueue({ file: other }).close();
  expect(perigee(['ls'], { PERIGEE_EVENT_LOG: other }).stdout).not.toContain(id);
  writeFileSync(join(folder, 'ours.yml'), 'version: 1\nevent: {}\n');
  const wrong = perigee(['ls', '--config', 'ours.yml']);
  expect(wrong).toMatchObject({ status: 2, stderr: expect.stringContaining('ours.yml:2:1') });
});

test('the log of what GitHub told is looked after in the same way', async () => {
  const deliveries = openSqliteQueue({ file: join(folder, 'deliveries.sqlite') });
  await deliveries.appendRaw({ key: '1', value: '{}' });
  await deliveries.close();
  const { stdout } = perigee(['ls', '--deliveries'], { PERIGEE_DATA: folder });
  expect(stdout).toContain('group perigee-bot: 1 message not done yet');
});

test('brokers that cannot be reached are told without a stack or a password', () => {
  const { status, stderr } = perigee(['ls'], {
    PERIGEE_KAFKA_BROKERS: '127.0.0.1:9',
    PERIGEE_KAFKA_SASL_MECHANISM: 'scram-sha-256',
    PERIGEE_KAFKA_SASL_USERNAME: 'perigee',
    PERIGEE_KAFKA_SASL_PASSWORD: 'a-secret',
  });
  expect(status).toBe(3);
  expect(stderr).toMatch(
    /Kafka topic perigee\.builds at 127\.0\.0\.1:9: .*(ECONNREFUSED|Connection)/,
  );
  expect(stderr).not.toMatch(/a-secret|\n +at /);
});
