import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Writes to the files of one tree; remembers which folders exist. */
export class TreeFiles {
  #root;
  #folders = new Set();

  constructor(root) {
    this.#root = root;
    mkdirSync(root, { recursive: true });
  }

  /** The file's place on disk, its folder made if need be. */
  place(path) {
    const file = join(this.#root, path);
    const folder = dirname(file);
    if (!this.#folders.has(folder)) {
      mkdirSync(folder, { recursive: true });
      this.#folders.add(folder);
    }
    return file;
  }

  /** Writes a file so that readers see the old content or the new one; returns its mtime. */
  write(path, content) {
    const file = this.place(path);
    const draft = `${file}.sync-draft`;
    writeFileSync(draft, content);
    renameSync(draft, file);
    return statSync(file).mtimeMs;
  }

  move(from, to) {
    renameSync(join(this.#root, from), this.place(to));
  }

  remove(path) {
    rmSync(join(this.#root, path), { force: true });
  }
}
