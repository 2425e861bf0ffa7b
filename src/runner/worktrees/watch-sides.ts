import { lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSome } from '../../contract/count-things.ts';
import { attempt } from '../../contract/attempt.ts';
import type { Problem, Side } from '../../contract/documents.ts';
import { otherSideChanged } from '../../contract/gaps.ts';
import { listTracked } from '../revisions/list-tracked.ts';
import type { Repository } from '../revisions/repository.ts';

/** Share of the time of executions that looks may take, besides the first and the last. */
const shareOfTime = 0.02;
/** The file system may be so late with its clock: one execution begins so long after the last has ended. */
const stepMs = 12;

const blind =
  'the disk with the checkouts has another time than this machine, so Perigee could not watch whether one side changed the other';

/** The other side's work meanwhile. */
type Doing = 'was set up' | 'ran';

interface Interval {
  fromMs: number;
  toMs: number;
  doing: Doing;
}

interface Place {
  side: Side;
  checkout: string;
}

/** While one side is set up or runs, nothing should write into the checkouts of the other. */
export class SideWatch {
  readonly #checkouts: Readonly<Record<Side, readonly string[]>>;
  /** Paths in each commit, as they were before any code of the change ran. */
  readonly #tracked: Readonly<Record<Side, ReadonlySet<string>>>;
  /** Those of them that were there when a checkout was looked at last. */
  readonly #present: ReadonlyMap<string, Set<string>>;
  /** Whether the file system has the time of this machine, and so tells when a file was changed. */
  readonly #canTell: boolean;
  /** When the other side ran. */
  readonly #others: Record<Side, Interval[]> = { before: [], after: [] };
  /** So many of them had passed when the checkout of this one was looked at last. */
  readonly #looked: Record<Side, number> = { before: 0, after: 0 };
  readonly #changed: Record<Side, Map<string, Doing>> = { before: new Map(), after: new Map() };
  /** When the last execution or setup had ended. */
  #lastToMs: number;
  #executedMs = 0;
  #lookedMs = 0;

  private constructor(
    checkouts: Readonly<Record<Side, readonly string[]>>,
    tracked: Readonly<Record<Side, ReadonlySet<string>>>,
  ) {
    this.#checkouts = checkouts;
    this.#tracked = tracked;
    const present = (side: Side) =>
      checkouts[side].map((path) => [path, listPresent(path, tracked[side])] as const);
    this.#present = new Map([...present('before'), ...present('after')]);
    this.#canTell = hasTimeOfMachine(dirname(checkouts.before[0] ?? ''));
    this.#lastToMs = Date.now();
  }

  /** @param checkouts all builds of both sides, in folders of their own, before code of theirs has run */
  static async open(
    repository: Repository,
    checkouts: Readonly<Record<Side, readonly string[]>>,
    commits: Readonly<Record<Side, { commit: string }>>,
  ): Promise<SideWatch> {
    return new SideWatch(checkouts, {
      before: await listTracked(repository, commits.before.commit),
      after: await listTracked(repository, commits.after.commit),
    });
  }

  /** When a side was set up. */
  listSetups(side: Side): readonly Pick<Interval, 'fromMs' | 'toMs'>[] {
    return this.#others[otherOf(side)].filter(({ doing }) => doing === 'was set up');
  }

  /** Sets one side up, and looks at once what that has left of the other: its own setup may write over it. */
  async watchSetup<T>(side: Side, setUp: () => Promise<T>): Promise<T> {
    try {
      return await this.#time(side, 'was set up', setUp);
    } finally {
      this.#look(otherOf(side));
    }
  }

  /** Runs one side, after a look at what the other has left of it, as far as time allows. */
  async watch<T>(side: Side, execute: () => Promise<T>): Promise<T> {
    const isDue = this.#lookedMs === 0 || this.#lookedMs < shareOfTime * this.#executedMs;
    if (isDue) this.#lookedMs += this.#look(side);
    const began = performance.now();
    try {
      return await this.#time(side, 'ran', execute);
    } finally {
      this.#executedMs += performance.now() - began;
    }
  }

  async #time<T>(side: Side, doing: Doing, execute: () => Promise<T>): Promise<T> {
    const since = Date.now() - this.#lastToMs;
    if (since >= 0 && since < stepMs) await sleep(stepMs - since);
    // Files that this side itself has written until then are older, in whole milliseconds.
    const fromMs = this.#lastToMs + 1;
    try {
      return await execute();
    } finally {
      const toMs = Date.now();
      this.#lastToMs = toMs;
      this.#others[otherOf(side)].push({ fromMs, toMs, doing });
    }
  }

  /** Looks at both sides a last time. */
  conclude(): Problem[] {
    if (!this.#canTell) return [{ code: 'sides-not-watched', message: blind }];
    const problems: Problem[] = [];
    for (const side of ['before', 'after'] as const) {
      this.#look(side);
      const all = [...this.#changed[side]].sort(([a], [b]) => (a < b ? -1 : 1));
      const inSetup = all.filter(([, doing]) => doing === 'was set up').map(([name]) => name);
      if (inSetup.length > 0) {
        problems.push(describe(side, otherSideChanged, 'was set up', 'files', inSetup));
      }
      const names = all.filter(([, doing]) => doing === 'ran').map(([name]) => name);
      const tracked = names.filter((name) => this.#tracked[side].has(name));
      if (tracked.length > 0) {
        problems.push(describe(side, otherSideChanged, 'ran', 'files of the commit', tracked));
      } else if (names.length > 0) {
        const what = 'files that git does not track';
        problems.push(describe(side, 'other-side-touched', 'ran', what, names));
      }
    }
    return problems;
  }

  /** @returns how long it took */
  #look(side: Side): number {
    const fresh = this.#others[side].slice(this.#looked[side]);
    if (fresh.length === 0 || !this.#canTell) return 0;
    this.#looked[side] = this.#others[side].length;
    const began = performance.now();
    for (const checkout of this.#checkouts[side]) this.#lookAt({ side, checkout }, fresh);
    return performance.now() - began;
  }

  #lookAt(place: Place, fresh: readonly Interval[]): void {
    const { checkout, side } = place;
    const seen = new Map<string, Interval | undefined>();
    const root = lstatSync(checkout, { throwIfNoEntry: false });
    seen.set('', root && findInterval(root.ctimeMs, this.#others[side]));
    this.#walk(place, '', seen, fresh);
    const present = this.#present.get(checkout) ?? new Set();
    for (const name of present) {
      if (seen.has(name)) continue;
      present.delete(name);
      // The folder that lost it tells who took it away.
      this.#note(side, name, seen.get(findFolder(name, seen)));
    }
  }

  #note(side: Side, name: string, interval: Interval | undefined): void {
    if (interval === undefined || this.#changed[side].get(name) === 'was set up') return;
    this.#changed[side].set(name, interval.doing);
  }

  #walk(
    place: Place,
    folder: string,
    seen: Map<string, Interval | undefined>,
    fresh: readonly Interval[],
  ): void {
    const { side } = place;
    const path = join(place.checkout, folder);
    for (const entry of listEntries(path)) {
      if (folder === '' && entry.name === '.git') continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const facts = lstatSync(join(path, entry.name), { throwIfNoEntry: false });
      if (facts === undefined) continue;
      // No program can choose the time of the last change of a file, as it can that of its content. But one
      // that git does not track may have got or lost a name elsewhere, such as in a store of packages.
      const isShared = facts.isFile() && facts.nlink > 1 && !this.#tracked[side].has(name);
      const interval = isShared
        ? findInterval(facts.mtimeMs, fresh)
        : findInterval(facts.ctimeMs, this.#others[side]);
      this.#note(side, name, interval);
      seen.set(name, interval);
      if (facts.isDirectory()) this.#walk(place, name, seen, fresh);
    }
  }
}

function otherOf(side: Side): Side {
  return side === 'before' ? 'after' : 'before';
}

function describe(
  side: Side,
  code: string,
  doing: Doing,
  what: string,
  names: readonly string[],
): Problem {
  const listed = listSome(
    names.map((one) => one.slice(0, 200)),
    5,
  );
  const message = `while the ${otherOf(side)} side ${doing}, ${what} changed in the checkout of the ${side} side: ${listed}`;
  return { code, message, side };
}

/** In a partial checkout, the other files are not gone. */
function listPresent(checkout: string, names: ReadonlySet<string>): Set<string> {
  const isThere = (name: string): boolean =>
    lstatSync(join(checkout, name), { throwIfNoEntry: false }) !== undefined;
  return new Set([...names].filter(isThere));
}

/** The nearest folder above that is still there. */
function findFolder(name: string, seen: ReadonlyMap<string, unknown>): string {
  let folder = name;
  do {
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')));
  } while (!seen.has(folder));
  return folder;
}

/** The clock of a network file system may be minutes off. @param folder that holds the checkouts */
function hasTimeOfMachine(folder: string): boolean {
  const file = join(folder, 'clock');
  const earliestMs = Date.now() - stepMs;
  writeFileSync(file, '', { flag: 'wx' });
  const { ctimeMs } = lstatSync(file);
  rmSync(file);
  return ctimeMs >= earliestMs && ctimeMs <= Date.now() + 1;
}

function listEntries(folder: string) {
  // A folder that its side has closed or taken away meanwhile.
  return attempt(() => readdirSync(folder, { withFileTypes: true }), []);
}

/** Intervals are in whole milliseconds, and last until the end of their last one; a file's time is a finer one. */
function findInterval(atMs: number, intervals: readonly Interval[]): Interval | undefined {
  return intervals.findLast(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs + 1);
}
