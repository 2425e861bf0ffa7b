import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';

/** More files are not compared: every test is measured then. */
const mostEntries = 500_000;

export type Entry =
  | { kind: 'folder'; mode: number; owner: string }
  | { kind: 'link'; target: string }
  /** `mark`: what changes whenever the file is written, replaced, or gets other rights, whatever time it is then given. */
  | { kind: 'file'; mode: number; owner: string; size: number; mark: string; node: string }
  | { kind: 'other' };

/** The paths of a checkout at one moment, without the contents of the files. */
export interface Manifest {
  /** Absolute, without links in it. */
  root: string;
  /** The path for commands, if it differs. */
  seenAt?: readonly string[];
  /** By path relative to the root; the root itself is ''. Git's own file is left out. */
  entries: ReadonlyMap<string, Entry>;
  /** Folder → names in it. */
  names: ReadonlyMap<string, readonly string[]>;
  /** Why it is not whole; undefined when it is. */
  fault?: string;
}

/** Looks at everything below a folder that has no links in its own path. */
export function takeManifest(
  root: string,
  { most = mostEntries, seenAt }: { most?: number; seenAt?: readonly string[] | undefined } = {},
): Manifest {
  const entries = new Map<string, Entry>([['', describe(root)]]);
  const names = new Map<string, string[]>();
  const folders = [''];
  let fault = foldsNames(root) ? 'its file system takes A for a in names' : undefined;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const list = listNames(folder === '' ? root : `${root}/${folder}`);
    if (list === undefined) fault ??= `${folder} cannot be read`;
    const kept = (list ?? []).filter((name) => folder !== '' || name !== '.git');
    names.set(folder, kept);
    for (const name of kept) {
      const path = folder === '' ? name : `${folder}/${name}`;
      // Node shows what is no UTF-8 by this character; such a file cannot be asked for.
      if (name.includes('\ufffd')) fault ??= `the name of ${path} is no UTF-8`;
      const entry = describe(`${root}/${path}`);
      entries.set(path, entry);
      if (entry.kind === 'folder') folders.push(path);
    }
    if (entries.size > most) {
      fault = `it holds more than ${most} files`;
      break;
    }
  }
  return {
    ...{ root, entries, names },
    seenAt,
    fault,
  };
}

/** There a file is read by names that no listing has. Git's own file stands in each checkout. */
function foldsNames(root: string): boolean {
  const [one, other] = ['.git', '.GIT'].map((name) =>
    lstatSync(`${root}/${name}`, { throwIfNoEntry: false }),
  );
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function listNames(folder: string): string[] | undefined {
  return attempt(() => readdirSync(folder).sort());
}

/** The entry that is at a path now. */
export function describe(path: string): Entry {
  let facts: BigIntStats;
  try {
    facts = lstatSync(path, { bigint: true });
  } catch {
    return { kind: 'other' };
  }
  const mode = Number(facts.mode & 0o7777n);
  const owner = `${facts.uid}:${facts.gid}`;
  if (facts.isDirectory()) return { kind: 'folder', mode, owner };
  if (facts.isSymbolicLink()) return { kind: 'link', target: readLink(path) };
  if (!facts.isFile()) return { kind: 'other' };
  const node = `${facts.dev}:${facts.ino}`;
  const mark = `${node} ${facts.size} ${facts.ctimeNs}`;
  return { kind: 'file', mode, owner, size: Number(facts.size), mark, node };
}

function readLink(path: string): string {
  return attempt(() => readlinkSync(path), '');
}

/** @returns where a whole path leads in the folder; undefined where it leads elsewhere */
export function insideOf({ root, seenAt = [] }: Manifest, path: string): string | undefined {
  for (const one of [root, ...seenAt]) {
    const inside = relativeTo(one, path);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** @returns the path from the root to it, '' for the root; undefined where it is not below */
export function relativeTo(root: string, path: string): string | undefined {
  if (path === root) return '';
  return path.startsWith(`${root}/`) ? path.slice(root.length + 1) : undefined;
}
