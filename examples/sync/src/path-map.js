import { hashText } from './hash-text.js';

/**
 * Path → { size, mtimeMs, hash } in columns: two numbers and two pointers a file rather than an
 * object each, so that the index of ten million files fits into memory. Chained buckets.
 */
export class PathMap {
  size = 0;
  #rows = 0;
  #paths = [];
  #hashes = [];
  #sizes = new Float64Array(16);
  #mtimes = new Float64Array(16);
  #next = new Int32Array(16);
  #heads = new Int32Array(16).fill(-1);

  get(path) {
    const row = this.#find(path);
    return row < 0 ? undefined : this.#read(row);
  }

  has(path) {
    return this.#find(path) >= 0;
  }

  set(path, { size, mtimeMs, hash }) {
    let row = this.#find(path);
    if (row < 0) row = this.#append(path);
    this.#sizes[row] = size;
    this.#mtimes[row] = mtimeMs;
    this.#hashes[row] = hash;
  }

  delete(path) {
    const bucket = this.#bucketOf(path);
    let before = -1;
    for (let row = this.#heads[bucket]; row >= 0; before = row, row = this.#next[row]) {
      if (this.#paths[row] !== path) continue;
      if (before < 0) this.#heads[bucket] = this.#next[row];
      else this.#next[before] = this.#next[row];
      this.#paths[row] = undefined;
      this.size--;
      return true;
    }
    return false;
  }

  *[Symbol.iterator]() {
    for (let row = 0; row < this.#rows; row++) {
      if (this.#paths[row] !== undefined) yield [this.#paths[row], this.#read(row)];
    }
  }

  #read(row) {
    return { size: this.#sizes[row], mtimeMs: this.#mtimes[row], hash: this.#hashes[row] };
  }

  #bucketOf(path) {
    return hashText(path) & (this.#heads.length - 1);
  }

  #find(path) {
    let row = this.#heads[this.#bucketOf(path)];
    while (row >= 0 && this.#paths[row] !== path) row = this.#next[row];
    return row;
  }

  #append(path) {
    if (this.#rows === this.#heads.length) this.#grow();
    const row = this.#rows++;
    const bucket = this.#bucketOf(path);
    this.#paths[row] = path;
    this.#next[row] = this.#heads[bucket];
    this.#heads[bucket] = row;
    this.size++;
    return row;
  }

  /** Doubles the buckets and closes the gaps that deleted paths left. */
  #grow() {
    const entries = [...this];
    const capacity = Math.max(16, 2 * entries.length);
    const rounded = 2 ** Math.ceil(Math.log2(capacity));
    this.#sizes = new Float64Array(rounded);
    this.#mtimes = new Float64Array(rounded);
    this.#next = new Int32Array(rounded);
    this.#heads = new Int32Array(rounded).fill(-1);
    this.#paths = [];
    this.#hashes = [];
    this.#rows = this.size = 0;
    for (const [path, entry] of entries) {
      const row = this.#append(path);
      this.#sizes[row] = entry.size;
      this.#mtimes[row] = entry.mtimeMs;
      this.#hashes[row] = entry.hash;
    }
  }
}
