import { createHash } from 'node:crypto';
import {
  type BigIntStats,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Observation } from '../../contract/observation.ts';
import { lagMs, ofKernel } from './find-fresh.ts';
import { relativeTo } from './manifest.ts';

/** Absolute paths outside a checkout that were used. */
export interface Outside {
  asked: string[];
  read: string[];
}

/** @param root of the checkout that was observed, in a folder of its own that goes with the run */
export function listOutside(
  all: readonly Pick<Observation, 'touched' | 'listed'>[],
  root: string,
): Outside {
  const [asked, read] = [new Set<string>(), new Set<string>()];
  for (const { listed, touched } of all) {
    for (const [path, touch] of touched) {
      // The folder of the run, and the one of all runs, come and go with them.
      const isOfRun = relativeTo(dirname(dirname(root)), path) !== undefined;
      if (isOfRun || ofKernel.test(path)) continue;
      const missing = findMissing(path);
      // Below it there is nothing either.
      if (missing !== undefined) asked.add(missing);
      else (touch === 'read' && mayHoldNames(path, listed) ? read : asked).add(path);
    }
  }
  return { asked: [...asked].filter((path) => !read.has(path)), read: [...read] };
}

/** A folder is opened for other reasons than to list it, such as to delete what lies in it. */
function mayHoldNames(path: string, listed: ReadonlySet<string> | undefined): boolean {
  return listed === undefined || listed.has(path) || findFacts(path)?.isDirectory() !== true;
}

/** @returns the first of its folders that is not there, or itself; undefined where it is there */
function findMissing(path: string): string | undefined {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return undefined;
  } catch {
    // It may not be looked at, or a file stands where a folder would have to.
    return undefined;
  }
  const folder = dirname(path);
  return folder === path ? undefined : (findMissing(folder) ?? path);
}

/** SHA-256 of what stands there now, without what the files hold: any write to a file gives it another time of change. */
export function digestOutside({ asked, read }: Outside): string {
  const hash = createHash('sha256');
  for (const [paths, isRead] of [
    [asked, false],
    [read, true],
  ] as const) {
    for (const path of paths) hash.update(JSON.stringify([path, describePath(path, isRead)]));
  }
  return hash.digest('hex');
}

/** Whether a name came or went in a folder that was listed: before it was listed, or after. */
export function hasNewNames({ read }: Outside, since: Date): boolean {
  const sinceNs = BigInt(since.getTime() - lagMs) * 1_000_000n;
  return read.some((path) => {
    const facts = findFacts(path);
    return facts?.isDirectory() === true && facts.ctimeNs >= sinceNs;
  });
}

function findFacts(path: string): BigIntStats | undefined {
  // An inaccessible folder could not be listed.
  return attempt(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** Through links, as a program comes there. */
function describePath(path: string, isRead: boolean): string {
  try {
    const facts = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (facts === undefined) return describeMissing(path);
    const real = realpathSync.native(path);
    const rights = `${facts.mode} ${facts.uid}:${facts.gid}`;
    if (facts.isDirectory()) return `${real} ${rights} ${isRead ? listNames(path) : ''}`;
    // A socket or a device holds nothing.
    return facts.isFile() ? `${real} ${rights} ${markOf(facts)}` : `${real} ${rights}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function describeMissing(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? `-> ${readlinkSync(path)}` : 'absent';
}

function markOf({ ctimeNs, dev, ino, size }: BigIntStats): string {
  return `${dev}:${ino} ${size} ${ctimeNs}`;
}

function listNames(folder: string): string {
  return JSON.stringify(readdirSync(folder).sort());
}
