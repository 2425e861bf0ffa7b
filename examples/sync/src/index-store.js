import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { fstatSync, ftruncateSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { PathMap } from './path-map.js';

/**
 * What is known to be in step, by path: size, mtime and content hash. On disk a snapshot and a
 * journal of what changed since; a batch of changes is durable when `record` returns.
 *
 * A change is [path, size, mtimeMs, hash], or [path] for a removal; the journal has one batch a
 * line, so that a batch torn by a crash is recognised and left out as a whole.
 */
export class IndexStore {
  #folder;
  #journal;
  entries = new PathMap();

  constructor(folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    this.#load(this.#file('snapshot'));
    const wholeBytes = this.#load(this.#file('journal'));
    this.#journal = openSync(this.#file('journal'), 'a');
    // A journal that is whole is not written to.
    if (fstatSync(this.#journal).size > wholeBytes) ftruncateSync(this.#journal, wholeBytes);
  }

  /** Applies one batch of changes and makes it durable. */
  record(changes) {
    if (changes.length === 0) return;
    writeSync(this.#journal, `${JSON.stringify(changes)}\n`);
    fsyncSync(this.#journal);
    this.#apply(changes);
  }

  /** Replaces the snapshot atomically and starts an empty journal. */
  compact() {
    const rows = [];
    for (const [path, { size, mtimeMs, hash }] of this.entries) {
      rows.push([path, size, mtimeMs, hash]);
    }
    const draft = openSync(this.#file('snapshot.new'), 'w');
    writeFileSync(draft, `${JSON.stringify(rows)}\n`);
    fsyncSync(draft);
    closeSync(draft);
    renameSync(this.#file('snapshot.new'), this.#file('snapshot'));
    syncFolder(this.#folder);
    ftruncateSync(this.#journal);
  }

  close() {
    closeSync(this.#journal);
  }

  #file(name) {
    return join(this.#folder, name);
  }

  /** Applies the whole lines of a file; returns how many bytes they are. */
  #load(file) {
    if (!existsSync(file)) return 0;
    const bytes = readFileSync(file);
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    for (const line of whole.toString().split('\n').slice(0, -1)) this.#apply(JSON.parse(line));
    return whole.length;
  }

  #apply(changes) {
    for (const [path, size, mtimeMs, hash] of changes) {
      if (hash === undefined) this.entries.delete(path);
      else this.entries.set(path, { size, mtimeMs, hash });
    }
  }
}

/** A rename is durable only once its folder is. */
function syncFolder(folder) {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
