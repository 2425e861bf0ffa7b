import { existsSync, readdirSync } from 'node:fs';
import type { FileWatching } from '../host/system-calls.ts';

const IN_OPEN = 0x20;
const IN_MOVED_TO = 0x80;
const IN_CREATE = 0x100;
const IN_Q_OVERFLOW = 0x4000;
const IN_ISDIR = 0x4000_0000;
const IN_ONLYDIR = 0x0100_0000;
const IN_DONT_FOLLOW = 0x0200_0000;
const mask = IN_OPEN | IN_CREATE | IN_MOVED_TO | IN_ONLYDIR | IN_DONT_FOLLOW;
/** The kernel keeps 16,384 events by default; a busy test opens some ten thousand files a second. */
const drainMs = 5;
const headerBytes = 16;
/** Git's own folder and Perigee's hold no code of a test. */
const isOfTools = new Set(['.git', '.perigee']);

/** Every file and folder below one folder that any process of this machine opens. */
export class OpenWatch {
  readonly opened = new Set<string>();
  readonly doubts = new Set<string>();
  readonly #calls: FileWatching;
  readonly #descriptor: number;
  readonly #folders = new Map<number, string>();
  /** Made since the watch began, and listed by the watch itself. */
  readonly #made = new Set<string>();
  readonly #buffer = Buffer.alloc(1 << 20);
  #timer: NodeJS.Timeout | undefined;
  #isOpen = true;

  private constructor(calls: FileWatching, descriptor: number) {
    this.#calls = calls;
    this.#descriptor = descriptor;
  }

  /** @returns undefined where the system allows no more watches */
  static open(calls: FileWatching, folder: string): OpenWatch | undefined {
    const descriptor = calls.openWatch();
    if (descriptor < 0) return undefined;
    const watch = new OpenWatch(calls, descriptor);
    watch.#add(folder);
    if (watch.doubts.size > 0) {
      watch.#close();
      return undefined;
    }
    // That the folders were listed for this is no news.
    watch.#drain();
    watch.opened.clear();
    watch.#timer = setInterval(() => watch.#drain(), drainMs);
    return watch;
  }

  /** Reads what has come until now, and ends. Called again it does nothing: its descriptor may be another's. */
  conclude(): void {
    clearInterval(this.#timer);
    if (!this.#isOpen) return;
    this.#drain();
    this.#close();
  }

  #close(): void {
    this.#isOpen = false;
    this.#calls.closeWatch(this.#descriptor);
  }

  /** A folder and those in it. */
  #add(folder: string): void {
    const watch = this.#calls.addWatch(this.#descriptor, folder, mask);
    if (watch < 0) {
      // It was made and is gone again; what it held was made too.
      if (!existsSync(folder)) return;
      this.doubts.add('the system does not let Perigee watch so many folders');
      return;
    }
    this.#folders.set(watch, folder);
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (!entry.isDirectory() || isOfTools.has(entry.name)) continue;
        const path = `${folder}/${entry.name}`;
        // It was made before its own folder was watched.
        if (this.#made.has(folder)) this.#made.add(path);
        this.#add(path);
      }
    } catch {
      // It is gone again.
    }
  }

  #drain(): void {
    for (;;) {
      const length = this.#calls.readWatch(this.#descriptor, this.#buffer);
      if (length <= 0) return;
      for (let at = 0; at < length;) {
        const size = this.#buffer.readUInt32LE(at + 12);
        this.#note(
          this.#buffer.readInt32LE(at),
          this.#buffer.readUInt32LE(at + 4),
          this.#buffer.toString('utf8', at + headerBytes, at + headerBytes + size),
        );
        at += headerBytes + size;
      }
    }
  }

  #note(watch: number, what: number, padded: string): void {
    if ((what & IN_Q_OVERFLOW) !== 0) {
      this.doubts.add('more files were opened at once than the system tells');
      return;
    }
    const folder = this.#folders.get(watch);
    if (folder === undefined) return;
    const name = padded.replace(/\0+$/, '');
    const path = name === '' ? folder : `${folder}/${name}`;
    const isFolder = (what & IN_ISDIR) !== 0;
    if ((what & IN_OPEN) !== 0) {
      // A new folder is most often listed by this watch. A file opened in it tells of any other reader.
      if (!isFolder || !this.#made.has(path)) this.opened.add(path);
      return;
    }
    if (!isFolder) return;
    if ((what & IN_CREATE) !== 0) this.#made.add(path);
    this.#add(path);
  }
}
