import { chunkBytes, lanes, windowBytes } from './limits.js';

const shareBytes = windowBytes / lanes;

/**
 * Receives the bodies of chunks into buffers that are used again and again. A single one may take up
 * what it likes; while several arrive, one that exceeds its share of the window is cancelled, and its
 * client sends it again in smaller pieces.
 */
export class ChunkWindow {
  #arriving = 0;
  #free = [];

  /** Resolves to what `use(content)` does, or to undefined when the request was cancelled. */
  async receive(request, use) {
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    let size = 0;
    this.#arriving++;
    try {
      for await (const piece of request) {
        if (size + piece.length > chunkBytes) throw new RangeError('a chunk that is too large');
        size += piece.length;
        if (size > shareBytes && this.#arriving > 1) return void request.socket.resetAndDestroy();
        piece.copy(buffer, size - piece.length);
      }
      return await use(buffer.subarray(0, size));
    } finally {
      this.#arriving--;
      this.#free.push(buffer);
    }
  }
}
