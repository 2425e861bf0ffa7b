import { readFileSync } from 'node:fs';
import { decodeBundle, encodeBundle } from './bundle.js';
import { requireTreePath } from './check-path.js';
import { IndexStore } from './index-store.js';
import { LargeFiles } from './large-files.js';
import { TreeFiles } from './tree-files.js';

/** The server's side of a tree: its files and the index of them. */
export class Store {
  #files;
  #index;
  large;

  constructor(root, indexFolder) {
    this.#files = new TreeFiles(root);
    this.#index = new IndexStore(indexFolder);
    this.large = new LargeFiles(this.#files);
  }

  /** [{ path, size, hash }] of all files. */
  list() {
    return Array.from(this.#index.entries, ([path, { size, hash }]) => ({ path, size, hash }));
  }

  receive(bundle) {
    const changes = decodeBundle(bundle).map(({ path, size, hash, content }) => [
      path,
      size,
      this.#files.write(path, content),
      hash,
    ]);
    this.#index.record(changes);
  }

  bundle(paths) {
    const files = paths.map((path) => ({ path, content: readFileSync(this.#placeOf(path)) }));
    return encodeBundle(files).body;
  }

  /** [[from, to]]: files that are elsewhere now, their content unchanged. */
  move(moves) {
    const changes = [];
    for (const [from, to] of moves) {
      const entry = this.#require(from);
      this.#files.move(from, requireTreePath(to));
      changes.push([from], [to, entry.size, entry.mtimeMs, entry.hash]);
    }
    this.#index.record(changes);
  }

  remove(paths) {
    for (const path of paths) {
      this.#require(path);
      this.#files.remove(path);
    }
    this.#index.record(paths.map((path) => [path]));
  }

  async finish({ id, size, hash }) {
    this.#index.record([await this.large.finish(id, size, hash)]);
  }

  open(path) {
    this.#require(path);
    return this.large.read(path);
  }

  close() {
    this.#index.close();
  }

  #require(path) {
    const entry = this.#index.entries.get(path);
    if (entry === undefined) throw new TypeError(`no such file: ${JSON.stringify(path)}`);
    return entry;
  }

  #placeOf(path) {
    this.#require(path);
    return this.#files.place(path);
  }
}
