import { createHash, randomUUID } from 'node:crypto';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import { snappyUncompressor } from 'hysnappy';
import kafkajs from 'kafkajs';
import lz4 from 'lz4js';
import { formatInOneLine } from '../one-line.ts';

/** A packed batch of a megabyte can hold gigabytes; one of events holds a few megabytes. */
const mostUnpackedBytes = 32 * 2 ** 20;
const limits = { maxOutputLength: mostUnpackedBytes };
/** kafkajs makes an object of each; no batch of events has as many. */
const mostRecords = 200_000;

/**
 * The key of records that stand for those of a batch that cannot be unpacked. It is secret, so no message of the topic
 * can pretend to be one.
 */
const unreadKey = randomUUID();

/** The first record of such a batch says what is wrong with it; the others only carry their offsets. */
export function readUnread({
  key,
  value,
}: kafkajs.KafkaMessage): { fault: string | undefined } | undefined {
  if (key?.toString() !== unreadKey) return undefined;
  return { fault: value?.toString() };
}

/**
 * Lets kafkajs, which brings gzip alone and without a limit, read every packing of Kafka. What a producer or the
 * topic's `compression.type` chose cannot end a consumer: a batch that cannot be unpacked is read as records
 * without content, at its offsets.
 */
export function registerCodecs(): void {
  const { GZIP, Snappy, LZ4, ZSTD } = kafkajs.CompressionTypes;
  const unpackers = [
    [GZIP, 'gzip', unpackGzip],
    [Snappy, 'snappy', unpackSnappy],
    [LZ4, 'lz4', unpackLz4],
    [ZSTD, 'zstd', unpackZstd],
  ] as const;
  for (const [type, name, unpack] of unpackers) {
    const decompress = async (packed: Buffer): Promise<Buffer> => {
      try {
        return unpack(packed);
      } catch (error) {
        return describeUnread(packed, `${name}, ${formatInOneLine(error)}`);
      }
    };
    kafkajs.CompressionCodecs[type] = () => ({ compress: refuseToPack, decompress });
  }
}

/** Perigee's own messages are small. */
async function refuseToPack(): Promise<Buffer> {
  throw new Error('Perigee sends its messages unpacked');
}

function unpackGzip(packed: Buffer): Buffer {
  return zlib.gunzipSync(packed, limits);
}

/** Java's clients write blocks with their lengths after this; all others write one block. */
const xerialMagic = Buffer.from('\u0082SNAPPY\u0000', 'latin1');
const xerialHeaderBytes = 16;

function unpackSnappy(packed: Buffer): Buffer {
  const unpack = snappyUncompressor();
  const parts: Uint8Array[] = [];
  let length = 0;
  const take = (block: Buffer): void => {
    const own = readLength(block);
    refuseLarge((length += own), mostUnpackedBytes);
    parts.push(unpack(block, own));
  };
  const isInBlocks = packed.subarray(0, xerialMagic.length).equals(xerialMagic);
  if (!isInBlocks) take(packed);
  for (let at = isInBlocks ? xerialHeaderBytes : packed.length; at < packed.length;) {
    const end = at + 4 + packed.readUInt32BE(at);
    if (end > packed.length) throw new Error('a block ends after the batch');
    take(packed.subarray(at + 4, end));
    at = end;
  }
  return Buffer.concat(parts);
}

/** Seven bits to a byte, the lowest first. */
function readLength(block: Buffer): number {
  let length = 0;
  for (let place = 0; place < 5; place++) {
    const byte = block.readUInt8(place);
    length += (byte & 127) * 2 ** (7 * place);
    if (byte < 128) return length;
  }
  throw new Error('its length does not end');
}

const lz4Magic = 0x184d2204;
const lz4Flags = { blockChecksum: 0x10, contentSize: 0x08 };
const lz4Plain = 0x8000_0000;

/** The frame is read here, since lz4js takes the checksum of a block for its beginning. */
function unpackLz4(packed: Buffer): Buffer {
  if (packed.readUInt32LE(0) !== lz4Magic) throw new Error('no frame of lz4');
  const flags = packed.readUInt8(4);
  const blockBytes = 2 ** (8 + 2 * ((packed.readUInt8(5) >> 4) & 7));
  const afterBlock = (flags & lz4Flags.blockChecksum) === 0 ? 0 : 4;
  const blocks: { at: number; size: number; isPlain: boolean }[] = [];
  let mostBytes = 0;
  for (let at = (flags & lz4Flags.contentSize) === 0 ? 7 : 15; ;) {
    const word = packed.readUInt32LE(at);
    if (word === 0) break;
    const isPlain = word >= lz4Plain;
    const size = isPlain ? word - lz4Plain : word;
    if (at + 4 + size > packed.length) throw new Error('a block ends after the batch');
    blocks.push({ at: at + 4, size, isPlain });
    mostBytes += isPlain ? size : blockBytes;
    at += 4 + size + afterBlock;
  }
  const unpacked = Buffer.alloc(Math.min(mostBytes, mostUnpackedBytes));
  let length = 0;
  for (const { at, size, isPlain } of blocks) {
    if (isPlain) length += packed.copy(unpacked, length, at, at + size);
    else length = lz4.decompressBlock(packed, unpacked, at, size, length);
    refuseLarge(length, unpacked.length);
  }
  return unpacked.subarray(0, length);
}

/** Node 20 has none of its own. */
function unpackZstd(packed: Buffer): Buffer {
  if ('zstdDecompressSync' in zlib) return zlib.zstdDecompressSync(packed, limits);
  packed.writeUInt8(narrowWindow(packed), windowAt);
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    refuseLarge(length, mostUnpackedBytes);
    // Each copies the window.
    refuseLarge(parts.push(part), mostBlocks);
  });
  stream.push(packed, true);
  return Buffer.concat(parts);
}

const mostBlocks = 1_000;

const windowAt = 5;
const mostWindow = (Math.log2(mostUnpackedBytes) - 10) << 3;

/**
 * fzstd makes room for the window that a frame claims, up to two gigabytes; zstd's last levels claim 128 MiB for a few
 * bytes. What unpacks to less refers back to nothing further away. A frame that is one segment says its size instead.
 */
function narrowWindow(packed: Buffer): number {
  const flags = packed.readUInt8(4);
  const window = packed.readUInt8(windowAt);
  if ((flags & 0x20) === 0) return Math.min(window, mostWindow);
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [1, 2, 4, 6][flags >> 6] ?? 1;
  refuseLarge(packed.readUIntLE(windowAt + dictionaryBytes, sizeBytes), mostUnpackedBytes);
  return window;
}

function refuseLarge(size: number, most: number): void {
  if (size > most) throw new Error(`it has more than ${most} bytes or blocks`);
}

/** The offsets of a batch's fields, counted back from its packed records, the last of its fields. */
const beforeRecords = { firstOffset: 61, magic: 45, lastOffsetDelta: 38, count: 4 };
const batchMagic = 2;

/**
 * As many records as kafkajs expects, on the offsets of the batch. Their number and offsets lie before the packed
 * bytes, in the memory that kafkajs cut them from.
 */
function describeUnread(packed: Buffer, why: string): Buffer {
  const headerBytes = beforeRecords.firstOffset;
  if (packed.byteOffset < headerBytes) throw new Error(why);
  const header = Buffer.from(packed.buffer, packed.byteOffset - headerBytes, headerBytes);
  const count = header.readInt32BE(headerBytes - beforeRecords.count);
  const last = header.readInt32BE(headerBytes - beforeRecords.lastOffsetDelta);
  const isBatch = header.readInt8(headerBytes - beforeRecords.magic) === batchMagic;
  if (!isBatch || count > last + 1 || count > mostRecords) throw new Error(why);
  const first = header.readBigInt64BE(0);
  const digest = createHash('sha256').update(packed).digest('hex');
  const fault =
    `the batch of offsets ${first} to ${first + BigInt(last)} cannot be unpacked: ` +
    `${packed.length} bytes, sha256 ${digest}: ${why}`;
  const records = Array.from({ length: count }, (_, index) =>
    writeRecord(index === count - 1 ? last : index, index === 0 ? fault : undefined),
  );
  return Buffer.concat(records);
}

/** Length, attributes, delta of the time, delta of the offset, key, value (or none), no headers. */
function writeRecord(offsetDelta: number, value: string | undefined): Buffer {
  const key = Buffer.from(unreadKey);
  const content = Buffer.from(value ?? '');
  const body = Buffer.concat([
    ...[Buffer.from([0, 0]), writeNumber(offsetDelta), writeNumber(key.length), key],
    ...[writeNumber(value === undefined ? -1 : content.length), content, writeNumber(0)],
  ]);
  return Buffer.concat([writeNumber(body.length), body]);
}

/** Kafka's signed numbers: the sign is the lowest bit, and seven bits to a byte follow, the lowest first. */
function writeNumber(number: number): Buffer {
  const bytes: number[] = [];
  let rest = number < 0 ? -2 * number - 1 : 2 * number;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}
