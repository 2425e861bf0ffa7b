/** The seam between observing and comparing: what one execution of a test has read, as far as it was seen. */

/**
 * Raised whenever an observer of before may have missed what a test reads: the bot goes by no observation of an
 * older one.
 */
export const observerVersion = 3;

/** How an execution was observed. `strace` follows the process tree, `inotify` watches the folder. */
export type ObservationMeans = 'strace' | 'inotify';

/**
 * The use of a path. `asked`: whether it is there, or what it is. `read`: it was opened or executed. A folder that was
 * `read` may have been listed.
 */
export type Touch = 'asked' | 'read';

export interface Observation {
  means: readonly ObservationMeans[];
  /** Absolute, as the process named it: links in it are not resolved. Those outside the folder may be among them. */
  touched: ReadonlyMap<string, Touch>;
  /** Paths that the process wrote or made itself before it asked for them, as in `touched`. */
  made: ReadonlySet<string>;
  /** Every name that it may have created, whatever it knew of it, as in `touched`. Empty where that is not seen. */
  created: ReadonlySet<string>;
  /** Each symbolic link that it may have made, as often as it made one there, as in `touched`. */
  links?: readonly string[];
  /** Folders whose names were read, without links in their paths. Absent where it is not seen: then all that were opened. */
  listed?: ReadonlySet<string>;
  /** Whether questions after a file are seen too, not only that one is opened: also of one that is not there. */
  seesQuestions: boolean;
  /** Why it may not be whole, each a sentence without a full stop; nothing where it can be relied on. */
  doubts: readonly string[];
}

/** Absolute paths, without links in them. */
export interface ObservedPlace {
  /** The folder to look in: the rest is the same for both sides. */
  folder: string;
  /** The directory in which the test starts. */
  directory: string;
  /** The paths of the folder for the test, if they differ; first the place in which it works. */
  seenAt?: readonly string[];
  /** Folders of which it is to be seen as well that something opens them; strace sees it anyway. */
  besides?: readonly string[];
  /** Absolute: a folder that the test sees as it is, for the observer's own files. */
  scratch?: string;
}

/** Puts the observer's own program before the command of a test, where it needs one. */
export type WrapCommand = (command: readonly string[]) => readonly string[];

/** Doubts about what is asked for, and not about what is opened: who sees all that is opened can do without them. */
export const makesLinks = 'it makes links';
export const readsAttributes = 'it reads extended attributes of files, which are not compared';
const talkEnd = ' outside its process tree';

export function describeTalk(peer: string): string {
  return `it talks to ${peer}${talkEnd}`;
}

export function isAboutQuestions(doubt: string): boolean {
  return doubt === makesLinks || doubt === readsAttributes || doubt.endsWith(talkEnd);
}

/** How much is to be seen: `opens` is only what is opened, executed and connected to, and costs far less. */
export type Depth = 'all' | 'opens';

export interface Observer {
  means: readonly ObservationMeans[];
  observe<T>(
    place: ObservedPlace,
    run: (wrap: WrapCommand) => Promise<T>,
    depth?: Depth,
  ): Promise<{ ended: T; observation: Observation }>;
}
