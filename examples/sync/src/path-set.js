import { hashText } from './hash-text.js';

let setsMade = 0;

/**
 * A set of paths to work through in a scattered order: a `Set` hands them out as they came, so all
 * lanes would be busy in the same folder. Open addressing with linear probing; a path's home is
 * given by the high bits of its hash.
 *
 * Every set has a seed of its own. Were it shared, a set filled in another one's order would get
 * its paths sorted by their home, and all of them would crowd into the front of its table.
 */
export class PathSet {
  size = 0;
  #seed;
  #bits = 4;
  #slots = new Array(16).fill(undefined);
  #cursor = 0;

  constructor(seed = Math.imul(++setsMade, 0x9e3779b1)) {
    this.#seed = seed;
  }

  add(path) {
    if (this.size >= this.#slots.length * 0.75) this.#grow();
    const slot = this.#slotOf(path);
    if (this.#slots[slot] !== undefined) return;
    this.#slots[slot] = path;
    this.size++;
  }

  has(path) {
    return this.#slots[this.#slotOf(path)] !== undefined;
  }

  /** Removes up to `count` paths and returns them, in the order of the table. */
  take(count) {
    const taken = [];
    while (taken.length < count && this.size > 0) {
      const path = this.#slots[this.#cursor];
      if (path === undefined) this.#cursor = (this.#cursor + 1) & (this.#slots.length - 1);
      else {
        taken.push(path);
        this.#empty(this.#cursor);
      }
    }
    return taken;
  }

  *[Symbol.iterator]() {
    for (const path of this.#slots) if (path !== undefined) yield path;
  }

  #homeOf(path) {
    return hashText(path, this.#seed) >>> (32 - this.#bits);
  }

  /** The slot that holds the path, or the free one where it belongs. */
  #slotOf(path) {
    const mask = this.#slots.length - 1;
    let slot = this.#homeOf(path);
    while (this.#slots[slot] !== undefined && this.#slots[slot] !== path) slot = (slot + 1) & mask;
    return slot;
  }

  /** Closes the gap by moving the paths behind it forward (no tombstones). */
  #empty(gap) {
    const mask = this.#slots.length - 1;
    for (let slot = (gap + 1) & mask; this.#slots[slot] !== undefined; slot = (slot + 1) & mask) {
      const home = this.#homeOf(this.#slots[slot]);
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      this.#slots[gap] = this.#slots[slot];
      gap = slot;
    }
    this.#slots[gap] = undefined;
    this.size--;
  }

  #grow() {
    const paths = [...this];
    this.#bits++;
    this.#slots = new Array(2 ** this.#bits).fill(undefined);
    this.#cursor = 0;
    for (const path of paths) this.#slots[this.#slotOf(path)] = path;
  }
}
