import { posix } from 'node:path';
import { makesLinks, readsAttributes, type Touch } from '../../contract/observation.ts';
import { explainMove, mayDiffer } from './explain-move.ts';
import { talkingCalls, TalkReader } from './read-talk.ts';
import { decodeText } from './strace-text.ts';

/** More is not kept: a test that touches so many paths is measured. */
const mostPaths = 200_000;
/** A path that is not absolute may have been meant in any folder that a process stood in. */
const mostFolders = 200;

/**
 * The calls that strace records: those that name a file, those after which names mean something else, and those that
 * reach other processes.
 */
const further =
  'fchdir,open_by_handle_at,setns,unshare,clone,clone3,fgetxattr,flistxattr,?getdents,getdents64,?fsopen,?open_tree';
export const tracedCalls = `%file,${further},${talkingCalls}`;

/** The calls that tell which code runs, and where a test asks other processes to run some. */
export const openingCalls = '?open,openat,?openat2,execve,execveat,chdir,fchdir,connect';

const opening = /^(open|openat|openat2|creat|execve|execveat|uselib)$/;
/** The others have one: their further strings are attributes, values, or what was read. */
const twoPaths = /^(rename|renameat|renameat2|link|linkat)$/;
/** Creates a name, or may have done so. */
const creating = /^(creat|mkdir|mkdirat|mknod|mknodat|symlink|symlinkat)$/;
/** The files in which the kernel shows a process. */
const shown = /^\/proc\/(\d+)\/./;
const line = /^(?:\d+\s+)?([a-z_0-9]+)\((.*)$/s;
const named =
  /(?:(AT_FDCWD|\d+)<((?:\\x[0-9a-f]{2})*)>(?:\(deleted\))?, )?"((?:\\x[0-9a-f]{2})*)"/g;
const answer = /= \d+<((?:\\x[0-9a-f]{2})+)>\s*$/;
const failed = /= -1 E[A-Z]+/;
const writingWhole = /O_TRUNC|O_EXCL/;
/** If no folder is shown for a descriptor, a name in it is not known. */
const unknownFolder = /\b\d+, "(?!\\x2f)\\/;

const none: Set<string> = new Set();

export interface Trace {
  /** Absolute, and otherwise as they were named. */
  touched: Map<string, Touch>;
  executed: Set<string>;
  /** Old and new names of what was renamed or linked. */
  renamed: Set<string>;
  /** Paths that it wrote before it asked for them. */
  made: Set<string>;
  /** Names that it may have created, whether or not it had asked for them. */
  created: Set<string>;
  /** Each link that it may have made, as often as it did. Absolute, or as it was named. */
  links: string[];
  /** Folders whose names it read, without links in their paths. */
  listed: Set<string>;
  doubts: string[];
}

/**
 * Reads what `strace -f -y -xx` writes, a line at a time. A call may stand in two lines with others between:
 * what was asked for in the first, what was opened in the last.
 */
export class TraceReader {
  readonly #touched = new Map<string, Touch>();
  readonly #executed = new Set<string>();
  /** Names relative to the folder of a process, if that folder is not known. */
  readonly #relative = new Map<string, Touch>();
  /** Folders in which a process stood, and steps that were taken from one of them. */
  readonly #folders: Set<string>;
  readonly #steps = new Set<string>(['.']);
  readonly #doubts = new Set<string>();
  readonly #renamed = new Set<string>();
  readonly #made = new Set<string>();
  /** Absolute, or as they were named from the folder of a process. */
  readonly #created = new Set<string>();
  /** Paths that it asked for when they were not there, and not since. */
  readonly #absent = new Set<string>();
  readonly #links: string[] = [];
  readonly #listed = new Set<string>();
  readonly #talk = new TalkReader();

  /** @param directory where the test starts */
  constructor(directory: string) {
    this.#folders = new Set([directory]);
  }

  read(text: string): void {
    if (this.#talk.read(text)) return;
    const [, call, rest = ''] = line.exec(text) ?? [];
    if (call !== undefined) this.#readCall(call, rest);
    const opened = answer.exec(text)?.[1];
    if (opened !== undefined) this.#touch(decodeText(opened), 'read');
  }

  #readCall(call: string, rest: string): void {
    const why = explainMove(call, rest);
    if (why !== undefined) this.#doubts.add(why);
    if (call.startsWith('getdents')) this.#listed.add(readFolder(rest));
    if (mayDiffer(call, rest)) this.#doubts.add(readsAttributes);
    if (unknownFolder.test(rest) && !failed.test(rest))
      this.#doubts.add('it names files in folders that are not known');
    const touch = opening.test(call) && !rest.includes('O_PATH') ? 'read' : 'asked';
    // The first string of symlink is what the link holds.
    const first = call.startsWith('symlink') ? 1 : 0;
    const names = [...rest.matchAll(named)].slice(first, twoPaths.test(call) ? 2 : first + 1);
    this.#noteMade(call, rest, names);
    if (call.startsWith('symlink') && !failed.test(rest)) this.#noteLink(names[0]);
    for (const [, from, at, name = ''] of names) {
      if (from === 'AT_FDCWD' && at !== undefined) this.#stand(decodeText(at));
      this.#name(call, touch, at, decodeText(name));
    }
    if (call === 'fchdir') this.#stand(readFolder(rest));
  }

  conclude(): Trace {
    for (const path of this.#touched.keys()) {
      const id = shown.exec(posix.normalize(path))?.[1];
      if (id !== undefined) this.#talk.look(id);
    }
    const talk = this.#talk.conclude();
    for (const path of this.#talk.asked) this.#name('connect', 'asked', undefined, path);
    const all = [this.#created, this.#executed, this.#renamed] as const;
    const resolved = all.map((names) => new Set(names));
    const named = resolved.map((names) => [...names].filter((path) => !path.startsWith('/')));
    // If every name was whole, it does not matter where a process stood.
    if (this.#relative.size > 0 && this.#folders.size * this.#steps.size > mostFolders) {
      this.#doubts.add(`its processes work in more than ${mostFolders} folders`);
    } else {
      for (const folder of this.#folders) {
        for (const step of this.#steps) {
          const place = step === '.' ? folder : `${folder}/${step}`;
          for (const [path, touch] of this.#relative) this.#touch(`${place}/${path}`, touch);
          for (const [at, names] of resolved.entries()) {
            for (const path of named[at] ?? []) names.add(`${place}/${path}`);
          }
        }
      }
    }
    const [created = none, executed = none, renamed = none] = resolved;
    return {
      ...{
        touched: this.#touched,
        made: this.#made,
        created,
        executed,
        renamed,
        links: this.#links,
        listed: this.#listed,
      },
      doubts: [...this.#doubts, ...talk],
    };
  }

  /** A file that it writes whole, or a new one, says nothing of what was there before. */
  #noteMade(call: string, rest: string, names: readonly RegExpExecArray[]): void {
    const paths = names.map(([, , at = '', name = '']) => {
      const path = decodeText(name);
      return path.startsWith('/') ? path : `${decodeText(at)}/${path}`;
    });
    const [first, second] = paths;
    if (first === undefined || this.#made.size + this.#absent.size >= mostPaths) return;
    this.#noteCreated(call, rest, names);
    if (rest.includes('= -1 ENOENT')) {
      if (!this.#touched.has(first)) this.#absent.add(first);
      return;
    }
    if (failed.test(rest) || rest.endsWith('<unfinished ...>')) return;
    const isWhole = call === 'creat' || /^mk(dir|fifo)/.test(call) || writingWhole.test(rest);
    const named =
      twoPaths.test(call) && this.#made.has(first) ? second : isWhole ? first : undefined;
    if (named !== undefined && (this.#absent.has(named) || !this.#touched.has(named))) {
      this.#made.add(named);
    }
    for (const path of paths) this.#absent.delete(path);
  }

  #noteLink(name: RegExpExecArray | undefined): void {
    this.#doubts.add(makesLinks);
    const [, , at = '', path = ''] = name ?? [];
    const link = decodeText(path);
    this.#links.push(link.startsWith('/') || at === '' ? link : `${decodeText(at)}/${link}`);
  }

  /** A call that is cut off may have worked. */
  #noteCreated(call: string, rest: string, names: readonly RegExpExecArray[]): void {
    const isSecond = twoPaths.test(call);
    const isCreating = isSecond || creating.test(call) || rest.includes('O_CREAT');
    if (!isCreating || failed.test(rest) || this.#created.size >= mostPaths) return;
    for (const [, , at = '', name = ''] of isSecond ? names : names.slice(0, 1)) {
      const [folder, path] = [decodeText(at), decodeText(name)];
      this.#created.add(path.startsWith('/') || folder === '' ? path : `${folder}/${path}`);
    }
    const opened = answer.exec(rest)?.[1];
    if (opened !== undefined) this.#created.add(decodeText(opened));
  }

  #name(call: string, touch: Touch, at: string | undefined, name: string): void {
    const folder = at === undefined ? undefined : decodeText(at);
    if (name.startsWith('/')) {
      if (call === 'chdir') this.#stand(name);
      if (call.startsWith('exec')) this.#executed.add(name);
      if (twoPaths.test(call)) this.#renamed.add(name);
      this.#touch(name, touch);
    } else if (folder?.startsWith('/') === true) {
      if (call.startsWith('exec')) this.#executed.add(`${folder}/${name}`);
      if (twoPaths.test(call)) this.#renamed.add(`${folder}/${name}`);
      this.#touch(`${folder}/${name}`, touch);
    } else if (name !== '') {
      if (call === 'chdir') this.#step(name);
      if (call.startsWith('exec')) this.#executed.add(name);
      if (twoPaths.test(call)) this.#renamed.add(name);
      if (this.#isFull()) return;
      if (touch === 'read' || !this.#relative.has(name)) this.#relative.set(name, touch);
    }
  }

  /** From any folder that was come to by a step, too: each chain is kept. */
  #step(name: string): void {
    if (this.#steps.size > mostFolders) return;
    for (const step of [...this.#steps]) this.#steps.add(step === '.' ? name : `${step}/${name}`);
  }

  #stand(folder: string): void {
    if (folder.startsWith('/')) this.#folders.add(folder);
  }

  #touch(path: string, touch: Touch): void {
    if (!path.startsWith('/') || (touch === 'asked' && this.#touched.has(path))) return;
    if (!this.#isFull()) this.#touched.set(path, touch);
  }

  #isFull(): boolean {
    if (this.#touched.size + this.#relative.size < mostPaths) return false;
    this.#doubts.add(`it touches more than ${mostPaths} paths`);
    return true;
  }
}

/** The folder that a call is relative to, if it comes first. */
function readFolder(rest: string): string {
  return decodeText(/^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(rest)?.[1] ?? '');
}
