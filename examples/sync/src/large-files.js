import { randomUUID } from 'node:crypto';
import { createReadStream, renameSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { hashBytes } from './content-hash.js';
import { ChunkWindow } from './chunk-window.js';

/** Files that arrive in chunks, in any order: begin, then every chunk, then finish. */
export class LargeFiles {
  #files;
  #open = new Map();
  #window = new ChunkWindow();

  constructor(files) {
    this.#files = files;
  }

  /** Returns the name under which the chunks are to be sent. */
  async begin(path) {
    const id = randomUUID();
    const draft = `${this.#files.place(path)}.sync-${id}`;
    this.#open.set(id, { path, draft, handle: await open(draft, 'w+') });
    return id;
  }

  /** Takes one chunk; resolves to false when it was cancelled for want of memory. */
  async receive(id, offset, hash, request) {
    const upload = this.#require(id);
    const received = await this.#window.receive(request, async (content) => {
      if (hashBytes(content) !== hash) throw new TypeError('a chunk that is damaged');
      await upload.handle.write(content, 0, content.length, offset);
      return true;
    });
    return received === true;
  }

  /** Puts the file in its place; returns what the index keeps of it. */
  async finish(id, size, hash) {
    const { path, draft, handle } = this.#require(id);
    await handle.close();
    this.#open.delete(id);
    if (statSync(draft).size !== size) throw new TypeError('a file that is not complete');
    renameSync(draft, this.#files.place(path));
    return [path, size, statSync(this.#files.place(path)).mtimeMs, hash];
  }

  read(path) {
    return createReadStream(this.#files.place(path), { highWaterMark: 1024 * 1024 });
  }

  #require(id) {
    const upload = this.#open.get(id);
    if (upload === undefined) throw new TypeError('no such upload');
    return upload;
  }
}
