import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Notes the work in progress outside of this process: when it starts again, it names the work that it died of. The
 * notes need not outlive a power cut, so nothing is synchronised, and a mark costs two system calls.
 */
export interface WorkMarks {
  /** How many processes died while they worked on this, and never ended it since. */
  deathsOf(key: string): number;
  begin(key: string): void;
  /** The work ended, well or badly, without killing the process. */
  end(key: string): void;
  /** It is not begun: one more death, and it is put aside again. Only an end clears it. */
  putAside(key: string): void;
  /** Nothing that is in work now was the death of this process: it ends by itself. */
  close(): void;
}

/** Then it is put aside. The first death may have been another one's, and some are those of the machine. */
export const mostDeaths = 4;
/** For each death, until it is tried again: long enough for all others to be taken first. */
export const suspectMs = 5_000;

/** Age of a mark whose process ended otherwise, such as by `kill -9` or a power cut. */
const staleMs = 7 * 24 * 3_600_000;
/** Each of them has cost some deaths. */
const mostAside = 1_000;

interface Mark {
  key: string;
  deaths: number;
  /** Process that works on it; 0 for none. */
  pid: number;
  atMs: number;
}

/**
 * A mark that cannot be kept, as on a full disk, stops no work.
 * @param folder for these marks alone, created if it does not exist. Several processes may use it
 * @param tell hears why the first mark could not be kept
 */
export function openWorkMarks(
  folder: string,
  nowMs: () => number,
  tell?: (why: string) => void,
): WorkMarks {
  mkdirSync(folder, { recursive: true });
  const marks = new Map<string, Mark>();
  let isTold = false;
  const trying = (change: () => void): void => {
    try {
      change();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!isTold) tell?.(why);
      isTold = true;
    }
  };
  const write = (mark: Mark): void =>
    trying(() => writeFileSync(fileOf(folder, mark.key), JSON.stringify(mark)));
  const remove = (key: string): void => trying(() => rmSync(fileOf(folder, key), { force: true }));
  for (const name of readdirSync(folder)) {
    const found = readMark(join(folder, name));
    if (found === undefined || nowMs() - found.atMs > staleMs) {
      rmSync(join(folder, name), { force: true });
      continue;
    }
    if (isOfOther(found.pid)) continue;
    const mark = { ...found, deaths: found.deaths + Number(found.pid !== 0), pid: 0 };
    marks.set(mark.key, mark);
    if (found.pid !== 0) write(mark);
  }
  return {
    deathsOf: (key) => marks.get(key)?.deaths ?? 0,
    begin: (key) => {
      const deaths = marks.get(key)?.deaths ?? 0;
      const mark = { ...{ key, deaths }, pid: process.pid, atMs: nowMs() };
      marks.set(key, mark);
      write(mark);
    },
    end: (key) => {
      if ((marks.get(key)?.pid ?? 0) === 0) return;
      marks.delete(key);
      remove(key);
    },
    putAside: (key) => {
      const mark = { ...{ key, deaths: mostDeaths - 1 }, pid: 0, atMs: nowMs() };
      marks.delete(key);
      marks.set(key, mark);
      write(mark);
      const aside = [...marks.values()].filter(({ pid }) => pid === 0);
      for (const oldest of aside.slice(0, -mostAside)) {
        marks.delete(oldest.key);
        remove(oldest.key);
      }
    },
    close: () => {
      for (const mark of marks.values()) {
        if (mark.pid === 0) continue;
        if (mark.deaths > 0) write({ ...mark, pid: 0 });
        else remove(mark.key);
      }
      marks.clear();
    },
  };
}

/** A name of a file could be mistaken for that of a subject. */
function fileOf(folder: string, key: string): string {
  return join(folder, createHash('sha256').update(key).digest('hex').slice(0, 32));
}

/** A process that lives, and is not this one: in a container each has the number of the one before. */
function isOfOther(pid: number): boolean {
  if (pid === 0 || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Undefined for one that was cut off as it was written. */
function readMark(file: string): Mark | undefined {
  try {
    const { key, deaths, pid, atMs } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Mark>;
    if (typeof key !== 'string' || typeof pid !== 'number') return undefined;
    if (typeof deaths !== 'number' || typeof atMs !== 'number') return undefined;
    return { key, deaths, pid, atMs };
  } catch {
    return undefined;
  }
}
