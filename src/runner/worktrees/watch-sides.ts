import { lstatSync, readdirSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem, Side } from '../../contract/documents.ts';
import { otherSideChanged } from '../../contract/gaps.ts';
import type { Repository } from '../revisions/repository.ts';

/** Of the time that executions took, what looking may take beside the first and the last time. */
const shareOfTime = 0.02;
/** The file system may be so late with its clock: one execution begins so long after the last has ended. */
const stepMs = 12;
const mostNamed = 5;

const blind =
  'the disk with the checkouts has another time than this machine, so nobody watched whether one side changed the other';

interface Interval {
  fromMs: number;
  toMs: number;
}

/** While one side runs nobody writes into the checkout of the other, but for a test that should not. */
export class SideWatch {
  readonly #repository: Repository;
  readonly #checkouts: Readonly<Record<Side, string>>;
  /** Whether the file system has the time of this machine, and so tells when a file was changed. */
  readonly #canTell: boolean;
  /** When the other side ran, since the checkout of this one was looked at. */
  readonly #open: Record<Side, Interval[]> = { before: [], after: [] };
  readonly #changed: Record<Side, Set<string>> = { before: new Set(), after: new Set() };
  /** When the last execution had ended. */
  #lastToMs: number;
  #executedMs = 0;
  #lookedMs = 0;

  /** @param checkouts both sides, in folders of their own */
  constructor(repository: Repository, checkouts: Readonly<Record<Side, string>>) {
    this.#repository = repository;
    this.#checkouts = checkouts;
    this.#canTell = hasTimeOfMachine(dirname(checkouts.before));
    this.#lastToMs = Date.now();
  }

  /** Runs one side, after a look at what the other has left of it, as far as time allows. */
  async watch<T>(side: Side, execute: () => Promise<T>): Promise<T> {
    const isDue = this.#lookedMs === 0 || this.#lookedMs < shareOfTime * this.#executedMs;
    if (isDue && this.#open[side].length > 0) this.#look(side);
    const since = Date.now() - this.#lastToMs;
    if (since >= 0 && since < stepMs) await sleep(stepMs - since);
    // What this side itself has written until then is older, in whole milliseconds.
    const fromMs = this.#lastToMs + 1;
    const began = performance.now();
    try {
      return await execute();
    } finally {
      this.#executedMs += performance.now() - began;
      const toMs = Date.now();
      this.#lastToMs = toMs;
      this.#open[side === 'before' ? 'after' : 'before'].push({ fromMs, toMs });
    }
  }

  /** Looks at both sides a last time. */
  async conclude(): Promise<Problem[]> {
    if (!this.#canTell) return [{ code: 'sides-not-watched', message: blind }];
    const problems: Problem[] = [];
    for (const side of ['before', 'after'] as const) {
      this.#look(side);
      const all = [...this.#changed[side]].sort();
      if (all.length === 0) continue;
      const tracked = await this.#listTracked(side, all);
      const names = tracked.length > 0 ? tracked : all;
      const other = side === 'before' ? 'after' : 'before';
      const listed = names.slice(0, mostNamed).join(', ').slice(0, 1000);
      const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
      const what = tracked.length > 0 ? 'files of the commit' : 'files that git does not track';
      problems.push({
        code: tracked.length > 0 ? otherSideChanged : 'other-side-touched',
        message: `while the ${other} side ran, ${what} changed in the checkout of the ${side} side: ${listed}${more}`,
        side,
      });
    }
    return problems;
  }

  #look(side: Side): void {
    const began = performance.now();
    const intervals = this.#open[side].splice(0);
    if (intervals.length > 0 && this.#canTell) this.#walk(side, '', intervals);
    this.#lookedMs += performance.now() - began;
  }

  #walk(side: Side, folder: string, intervals: readonly Interval[]): void {
    const path = join(this.#checkouts[side], folder);
    for (const entry of listEntries(path)) {
      if (folder === '' && entry.name === '.git') continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const facts = lstatSync(join(path, entry.name), { throwIfNoEntry: false });
      if (facts !== undefined && hasChanged(facts, intervals)) this.#changed[side].add(name);
      if (entry.isDirectory()) this.#walk(side, name, intervals);
    }
  }

  async #listTracked(side: Side, names: readonly string[]): Promise<string[]> {
    const { stdout } = await this.#repository.git(['-C', this.#checkouts[side], 'ls-files', '-z']);
    const tracked = new Set(stdout.split('\0'));
    return names.filter((name) => tracked.has(name));
  }
}

/** That of a server on the network may be minutes off. @param folder that holds the checkouts */
function hasTimeOfMachine(folder: string): boolean {
  const file = join(folder, 'clock');
  const earliestMs = Date.now() - stepMs;
  writeFileSync(file, '', { flag: 'wx' });
  const { ctimeMs } = lstatSync(file);
  rmSync(file);
  return ctimeMs >= earliestMs && ctimeMs <= Date.now() + 1;
}

function listEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that its side has closed or taken away meanwhile.
    return [];
  }
}

/**
 * No program can choose the time of the last change of a file, as it can that of its content. A file with
 * several names may have got or lost one elsewhere, such as in the store of a package manager.
 */
function hasChanged(facts: Stats, intervals: readonly Interval[]): boolean {
  const at = facts.isFile() && facts.nlink > 1 ? facts.mtimeMs : facts.ctimeMs;
  return intervals.some(({ fromMs, toMs }) => at >= fromMs && at <= toMs);
}
