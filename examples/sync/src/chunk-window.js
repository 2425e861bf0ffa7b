import { chunkBytes, windowBytes } from './limits.js';

/**
 * Receives the bodies of chunks into buffers that are used again and again, and holds at most
 * `windowBytes` of them: the request that would exceed the window is cancelled, and its client
 * sends it again later.
 */
export class ChunkWindow {
  #heldBytes = 0;
  #free = [];

  /** Resolves to what `use(content)` does, or to undefined when the request was cancelled. */
  async receive(request, use) {
    const buffer = this.#free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes);
    let size = 0;
    try {
      for await (const piece of request) {
        if (size + piece.length > chunkBytes) throw new RangeError('a chunk that is too large');
        size += piece.length;
        this.#heldBytes += piece.length;
        if (this.#heldBytes > windowBytes) return void request.socket.resetAndDestroy();
        piece.copy(buffer, size - piece.length);
      }
      return await use(buffer.subarray(0, size));
    } finally {
      this.#heldBytes -= size;
      this.#free.push(buffer);
    }
  }
}
