import { closeSync, openSync, readSync } from 'node:fs';

const buffer = Buffer.allocUnsafe(64 * 1024);

/**
 * A file of the kernel that is read again and again. It stays open and is read from offset 0, which
 * costs about a tenth of opening it again.
 */
export class KeptFile {
  readonly #path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Its text now, at most 64 kB of it; undefined when it cannot be read (any longer). */
  read(): string | undefined {
    try {
      this.#descriptor ??= openSync(this.#path, 'r');
      const length = readSync(this.#descriptor, buffer, 0, buffer.length, 0);
      return buffer.toString('latin1', 0, length);
    } catch {
      this.close();
      return undefined;
    }
  }

  close(): void {
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
