import zlib from 'node:zlib';
import kafkajs from 'kafkajs';
import { expect, onTestFinished, test } from 'vitest';
import { registerCodecs } from '../../../../src/transport/eventlog/kafka/unpack-batch.ts';

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
