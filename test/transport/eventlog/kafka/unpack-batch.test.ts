/** From public reports about kafkajs (tulios/kafkajs #1475, #1141, #254). */
import zlib, { gzipSync } from 'node:zlib';
import kafkajs from 'kafkajs';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openKafkaQueue } from '../../../../src/transport/eventlog/kafka/kafka-queue.ts';
import { registerCodecs } from '../../../../src/transport/eventlog/kafka/unpack-batch.ts';
import { createTopic } from '../../../servers/kafka/kafka-client.ts';
import { isKafkaSkipped, kafkaStartMs, kafkaTest } from '../../../servers/kafka/kafka-test.ts';
import { type KafkaServer, startKafka } from '../../../servers/kafka/start-kafka.ts';
import { consumeUntil } from '../consume-until.ts';
import { makeSettings } from '../make-event.ts';

describe('a broker', () => {
  let kafka: KafkaServer;
  beforeAll(async () => {
    if (isKafkaSkipped) return undefined;
    kafka = await startKafka();
    return () => kafka.remove();
  }, kafkaStartMs);

  async function open(topic: string, packing = 'producer') {
    const configEntries = [{ name: 'compression.type', value: packing }];
    await createTopic(kafka.plain, { topic, numPartitions: 1, configEntries });
    return openKafkaQueue(makeSettings({ brokers: [kafka.plain], topic }));
  }

  kafkaTest.each(['gzip', 'zstd', 'lz4', 'snappy'])(
    'a topic that packs with %s is read, a long text of many blocks too',
    async (packing) => {
      const queue = await open(`packed-${packing}`, packing);
      const long = Array.from({ length: 40_000 }, (_, index) => `${index * 7919}`).join(' ');
      for (const value of ['1', long]) await queue.appendRaw({ key: 'a', value });
      const read = await consumeUntil(queue.openSource('readers'), 2);
      expect(read.map(({ value }) => value)).toEqual(['1', long]);
      await queue.close();
    },
  );

  kafkaTest(
    'a batch that unpacks to too much is one message with a fault, and the rest goes on',
    async () => {
      const queue = await open('bomb');
      await sendPacked('bomb', ['x'.repeat(33 * 2 ** 20), 'y', 'z']);
      await queue.appendRaw({ key: 'a', value: 'after' });
      const source = queue.openSource('readers');
      const [bomb, after] = await consumeUntil(source, 2);
      expect(bomb).toMatchObject({ key: '', value: '', position: 'bomb/0/0' });
      expect(bomb?.fault).toMatch(
        /^the batch of offsets 0 to 2 cannot be unpacked: \d+ bytes, sha256 /,
      );
      expect(after).toMatchObject({ value: 'after', position: 'bomb/0/3' });
      expect(await source.lag()).toEqual({ messages: 0 });
      const reason = bomb?.fault ?? '';
      if (bomb !== undefined) await queue.deadLetters.put({ message: bomb, reason, source: 'log' });
      expect(await queue.deadLetters.list()).toMatchObject([{ cut: reason }]);
      expect(await queue.deadLetters.replay('all')).toEqual([]);
      await queue.close();
    },
  );

  kafkaTest.each([
    ['that is nearly as large as the topic takes', 'x'.repeat(1_048_400)],
    ['of broken UTF-8, which grows threefold', '\ufffd'.repeat(400_000)],
  ])('a message %s becomes a letter with its size and digest', async (_what, value) => {
    const queue = await open(`large-${value.length}`);
    const message = { key: 'k'.repeat(2_000), value, position: 'large/0/0', receivedAtMs: 5 };
    const id = await queue.deadLetters.put({ message, reason: 'not JSON', source: 'log' });
    const [letter, ...others] = await queue.deadLetters.list();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ id, reason: 'not JSON', message: { value: '' } });
    expect(letter?.message).toMatchObject({ position: 'large/0/0', receivedAtMs: 5 });
    expect(letter?.cut).toMatch(
      /^\d+ bytes, too large for a letter; its value has sha256 [0-9a-f]{64}/,
    );
    expect(await queue.deadLetters.replay('all')).toEqual([]);
    expect(await queue.deadLetters.purge('all')).toEqual([id]);
    await queue.close();
  });

  /** In one batch, as a client that packs would send them. */
  async function sendPacked(topic: string, values: string[]): Promise<void> {
    const { GZIP } = kafkajs.CompressionTypes;
    const ours = kafkajs.CompressionCodecs[GZIP];
    const compress = async ({ buffer }: { buffer: Buffer }): Promise<Buffer> => gzipSync(buffer);
    kafkajs.CompressionCodecs[GZIP] = () => ({ compress });
    const { logLevel } = kafkajs;
    const client = new kafkajs.Kafka({ brokers: [kafka.plain], logLevel: logLevel.NOTHING });
    const producer = client.producer();
    await producer.connect();
    const messages = values.map((value) => ({ key: 'a', value }));
    await producer.send({ topic, compression: GZIP, messages });
    await producer.disconnect();
    kafkajs.CompressionCodecs[GZIP] = ours;
  }
});

test('where Node.js has no zstd, a frame of its last level is unpacked, which claims 128 MiB', async () => {
  const { zstdDecompressSync } = zlib;
  onTestFinished(() => void Object.assign(zlib, { zstdDecompressSync }));
  Reflect.deleteProperty(zlib, 'zstdDecompressSync');
  registerCodecs();
  const packed = Buffer.from('28b52ffd0488850000506d616e7920776f7264730100e88a168d13fab5', 'hex');
  const open = kafkajs.CompressionCodecs[kafkajs.CompressionTypes.ZSTD];
  const codec = open() as { decompress(packed: Buffer): Promise<Buffer> };
  expect(String(await codec.decompress(packed))).toBe('many many many many words');
});
