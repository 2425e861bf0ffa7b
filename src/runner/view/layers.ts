import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Mount, View } from '../../contract/execution.ts';
import { findInstallation, isCached, isProgram } from '../code/installations.ts';
import { isInMemory } from '../worktrees/checkouts-folder.ts';
import { listMounts, listSockets } from './list-layered.ts';
import { isIn, makeEmpty, type Originals } from './originals.ts';

type Outside = Pick<View, 'mounts' | 'optional' | 'renewed'>;

/** The files that one side has written outside its checkout, in layers over those of the machine. */
export class Layers {
  readonly #onDisk: string;
  readonly #inMemory: string;
  readonly #originals: Originals;

  /** @param onDisk a folder for the layers of this side alone, as is `inMemory` */
  constructor(onDisk: string, inMemory: string, originals: Originals) {
    this.#onDisk = onDisk;
    this.#inMemory = inMemory;
    this.#originals = originals;
  }

  keeping(all: readonly string[]): Outside {
    const mounts = all.flatMap((folder, i) =>
      this.#mount(folder, this.#place(folder, `kept-${i}`)),
    );
    return { mounts, optional: this.#showOthers(all), renewed: [] };
  }

  /** Files written here are gone with their command. */
  measured(all: readonly string[]): Outside {
    const bases = new Set<string>();
    const mounts = all.flatMap((folder, i) => {
      const kept = this.#place(folder, `kept-${i}`);
      this.#place(folder, `empty/${i}`);
      const base = this.#findBase(folder);
      bases.add(base);
      return this.#mount(folder, join(base, 'fresh', String(i)), [join(kept, 'upper')]);
    });
    // Each execution starts the programs that renew them: once for all folders, not once for each.
    const renewed = [...bases].map((base) => ({
      from: join(base, 'empty'),
      at: join(base, 'fresh'),
    }));
    return { mounts, optional: this.#showOthers(all), renewed };
  }

  /** The file that this side has written at a path; undefined if it has not. */
  find(all: readonly string[], path: string): string | undefined {
    const at = all.findLastIndex((folder) => isIn(path, folder));
    const folder = all[at];
    if (folder === undefined) return undefined;
    const written = join(this.#findBase(folder), `kept-${at}`, 'upper', relative(folder, path));
    const facts = lstatSync(written, { throwIfNoEntry: false });
    // A folder is there for what was written in it.
    const isNew = facts !== undefined && !(facts.isDirectory() && existsSync(path));
    return isNew ? written : undefined;
  }

  /** A program or package that this side has written, as it sees it. */
  findInstalled(all: readonly string[]): string | undefined {
    for (const [i, folder] of all.entries()) {
      const upper = join(this.#findBase(folder), `kept-${i}`, 'upper');
      const entries = existsSync(upper)
        ? readdirSync(upper, { recursive: true, withFileTypes: true })
        : [];
      for (const entry of entries.filter((one) => one.isFile())) {
        const written = join(entry.parentPath, entry.name);
        const path = join(folder, relative(upper, written));
        const isCode = isProgram(written) || findInstallation('/', path.slice(1)) !== undefined;
        if (isCode && !isCached(path)) return path;
      }
    }
    return undefined;
  }

  #findBase(folder: string): string {
    return isInMemory(folder) ? this.#inMemory : this.#onDisk;
  }

  /** Makes what an overlay needs: its upper folder is what shows the owner and the rights of the whole. */
  #place(folder: string, name: string): string {
    const place = join(this.#findBase(folder), name);
    makeEmpty(join(place, 'work'));
    const upper = makeEmpty(join(place, 'upper'));
    const { gid, mode, uid } = statSync(folder);
    // Without root it is this user's, who may then write there in the view.
    attempt(() => chownSync(upper, uid, gid));
    chmodSync(upper, mode & 0o7777);
    return place;
  }

  #mount(at: string, place: string, between: readonly string[] = []): Mount[] {
    const original = (path: string): string => this.#originals.find(path);
    const lower = [...between, original(at)];
    const overlay = { lower, upper: join(place, 'upper'), work: join(place, 'work') };
    // An overlay shows no mounts. Those that hold a worktree have to come before it.
    const needed = listMounts(at).filter((path) => this.#originals.isAbove(path));
    return [{ overlay, at }, ...needed.map((path) => ({ bind: original(path), at: path }))];
  }

  /** Other mounts, which may come and go, and sockets: through an overlay no server hears them. */
  #showOthers(all: readonly string[]): Mount[] {
    const mounts = all.flatMap(listMounts);
    const others = mounts.filter((path) => !this.#originals.isAbove(path));
    const paths = new Set([...others, ...all.flatMap(listSockets)]);
    return [...paths].map((path) => ({ bind: this.#originals.find(path), at: path }));
  }
}
