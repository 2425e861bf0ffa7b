import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { type HostChange, isOwnChange, makeChange, undoChange } from './host-changes.ts';
import { readProcess } from './list-processes.ts';

/** Larger than any that Perigee writes. */
const mostBytes = 2 ** 20;

/**
 * The folder in which runs note their changes of this machine. It does not depend on the repository: a checkout of a CI
 * is new each time, and the machine is not.
 */
export function usualJournals(): string {
  return `/tmp/perigee-host-${process.getuid?.() ?? 0}`;
}

/**
 * The changes of one run to this machine. Each is written down before it is made, so a later run that finds the journal
 * of a process that is gone can undo it.
 */
export class ChangeJournal {
  readonly #folder: string;
  readonly #name: string;
  readonly #made: HostChange[] = [];
  readonly #undoAtExit = (): void => void this.close();

  private constructor(folder: string, name: string) {
    this.#folder = folder;
    this.#name = name;
    process.on('exit', this.#undoAtExit);
  }

  /** @throws UserError where the folder is not the user's own */
  static open(folder = usualJournals()): ChangeJournal {
    makeFolder(folder);
    const name = `${nameOwn()}.${randomInt(2 ** 40)}`;
    writeFileSync(join(folder, name), '', { mode: 0o600 });
    return new ChangeJournal(folder, name);
  }

  /**
   * @throws UserError where another run has changed what all programs share
   * @throws Error in the words of the system; then nothing is left of it
   */
  make(change: HostChange): void {
    appendFileSync(join(this.#folder, this.#name), `${JSON.stringify(change)}\n`);
    // It stands in the journal already: of two that begin at once, each sees the other.
    if (isShared(change)) this.#refuseBesideOthers();
    this.#made.push(change);
    makeChange(change);
  }

  /** The second of two runs would take the first one's setting for the usual one, and restore it. */
  #refuseBesideOthers(): void {
    const other = listJournals(this.#folder).find(
      ({ isAlive, name, pid }) =>
        isAlive &&
        pid !== process.pid &&
        readChanges(join(this.#folder, name)).some((one) => isShared(one)),
    );
    if (other === undefined) return;
    throw new UserError({
      where: 'perigee.yml, host',
      seen: `process ${other.pid} measures too, and has changed settings of this machine`,
      expected: 'one run at a time where perigee.yml changes the machine',
      remedy: 'wait until it ends',
      exitCode: exitCode.couldNotMeasure,
    });
  }

  /** Undoes the newest changes until so many are left. Returns what resisted, in words. */
  undo(left = 0): string[] {
    return undoAll(this.#made.splice(left));
  }

  get size(): number {
    return this.#made.length;
  }

  /** Undoes everything and forgets it. */
  close(): string[] {
    process.off('exit', this.#undoAtExit);
    const failed = this.undo();
    if (failed.length === 0) rmSync(join(this.#folder, this.#name), { force: true });
    return failed;
  }
}

/** Undoes what runs that are gone have left changed. Returns what was undone, and what could not be, in words. */
export function repairHost(folder = usualJournals()): { undone: string[]; failed: string[] } {
  const undone: string[] = [];
  const failed: string[] = [];
  if (!isOwn(folder)) return { undone, failed };
  for (const { name, isAlive, isOfThisStart } of listJournals(folder)) {
    if (isAlive) continue;
    // The process that moves it first repairs it.
    const claimed = join(folder, `${nameOwn()}.${Date.now()}`);
    if (!move(join(folder, name), claimed)) continue;
    const changes = isOfThisStart ? readChanges(claimed) : [];
    const resisted = undoAll(changes);
    failed.push(...resisted);
    undone.push(...changes.map(describeChange));
    // The next start retries changes that resisted, perhaps for want of rights.
    if (resisted.length === 0) rmSync(claimed, { force: true });
  }
  return { undone, failed };
}

/** Folders and mounts are a run's own. */
function isShared({ kind }: HostChange): boolean {
  return kind === 'stop';
}

function undoAll(changes: readonly HostChange[]): string[] {
  return changes.toReversed().flatMap((change) => {
    try {
      undoChange(change);
      return [];
    } catch (error) {
      return [`${describeChange(change)}: ${(error as Error).message}`];
    }
  });
}

function describeChange(change: HostChange): string {
  switch (change.kind) {
    case 'stop':
      return `${change.name} (process ${change.pid}) was stopped`;
    case 'mount':
      return `a file system in memory was mounted at ${change.path}`;
    case 'folder':
      return `the folder ${change.path} was made`;
  }
}

/** A line that was cut when its writer was killed stands for a change that was not made. */
function readChanges(file: string): HostChange[] {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.size > mostBytes) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      return attempt(() => {
        const change: unknown = JSON.parse(line);
        return isOwnChange(change) ? [change] : [];
      }, []);
    });
}

interface Journal {
  name: string;
  pid: number;
  isAlive: boolean;
  /** A restart undoes everything by itself. */
  isOfThisStart: boolean;
}

/** The machine's start, the process and its start: together they are never the same again. */
function nameOwn(): string {
  return `${readStart()}.${process.pid}.${readProcess(process.pid)?.started ?? '0'}`;
}

function listJournals(folder: string): Journal[] {
  return readdirSync(folder).flatMap((name) => {
    const [, start, pid, started] = /^([\da-f-]+)\.(\d+)\.(\d+)(?:\.\d+)?$/.exec(name) ?? [];
    if (pid === undefined) return [];
    const isOfThisStart = start === readStart();
    const isAlive = isOfThisStart && readProcess(Number(pid))?.started === started;
    return [{ name, pid: Number(pid), isAlive, isOfThisStart }];
  });
}

function readStart(): string {
  return attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), '0');
}

function move(from: string, to: string): boolean {
  return attempt(() => {
    renameSync(from, to);
    return true;
  }, false);
}

/** Another user could prepare a folder of this name, and journals in it. */
function isOwn(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === process.getuid?.();
}

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (isOwn(folder)) return;
  throw new UserError({
    where: folder,
    seen: 'this is not a folder of your own',
    expected: 'a folder in which Perigee writes down what it changes on this machine',
    remedy: 'have it removed',
    exitCode: exitCode.couldNotMeasure,
  });
}
