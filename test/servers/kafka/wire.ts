/** Numbers and texts as Kafka's protocol writes them, in the versions before the compact ones. */

export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  int8(): number {
    return this.#take(1).readInt8();
  }
  int16(): number {
    return this.#take(2).readInt16BE();
  }
  int32(): number {
    return this.#take(4).readInt32BE();
  }
  /** Empty for one that is absent. */
  text(): string {
    return this.#take(Math.max(0, this.int16())).toString();
  }
  bytes(): Buffer {
    return this.#take(Math.max(0, this.int32()));
  }
  array<T>(readOne: () => T): T[] {
    return Array.from({ length: Math.max(0, this.int32()) }, readOne);
  }

  #take(length: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + length);
    this.#at += length;
    return taken;
  }
}

export class WireWriter {
  readonly #parts: Buffer[] = [];

  int8(...values: number[]): this {
    return this.#each(values, 1, (part, value) => part.writeInt8(value));
  }
  int16(...values: number[]): this {
    return this.#each(values, 2, (part, value) => part.writeInt16BE(value));
  }
  int32(...values: number[]): this {
    return this.#each(values, 4, (part, value) => part.writeInt32BE(value));
  }
  int64(...values: bigint[]): this {
    return this.#each(values, 8, (part, value) => part.writeBigInt64BE(value));
  }
  text(value: string | undefined): this {
    if (value === undefined) return this.int16(-1);
    return this.int16(Buffer.byteLength(value)).raw(Buffer.from(value));
  }
  array<T>(values: readonly T[], writeOne: (value: T) => void): this {
    this.int32(values.length);
    for (const value of values) writeOne(value);
    return this;
  }
  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }
  done(): Buffer {
    return Buffer.concat(this.#parts);
  }
  /** With its length before it. */
  framed(): Buffer {
    const body = this.done();
    return new WireWriter().int32(body.length).raw(body).done();
  }

  #each<T>(values: T[], size: number, write: (part: Buffer, value: T) => void): this {
    for (const value of values) {
      const part = Buffer.alloc(size);
      write(part, value);
      this.raw(part);
    }
    return this;
  }
}

/** What came after the length. */
export function readRequest(bytes: Buffer): { key: number; id: number; body: WireReader } {
  const body = new WireReader(bytes);
  const key = body.int16();
  body.int16();
  const id = body.int32();
  body.text();
  return { key, id, body };
}
