import type { ObservedReads } from './documents.ts';

/** A path that is not the same in two commits. A folder that is there in both is none: what lies in it may be. */
export interface Difference {
  path: string;
  /** It is a file of the same rights in both, and holds something else. */
  isContent: boolean;
  /** And it is as long in both, so that only who opens it notices. */
  isSameSize: boolean;
}

/** The paths that setup and a test read, and their parents. */
export interface Covered {
  /** Each path that was read or asked for, and each folder that leads there. */
  paths: ReadonlySet<string>;
  listed: ReadonlySet<string>;
  /** Every path may have been asked for, and each file in a folder that was listed. */
  isBlind: boolean;
}

export function coverReads(reads: readonly ObservedReads[]): Covered {
  const paths = new Set<string>();
  for (const one of reads) {
    for (const path of [...one.paths, ...one.listed]) {
      for (let at = path; !paths.has(at); at = folderOf(at)) {
        paths.add(at);
        if (at === '') break;
      }
    }
  }
  return {
    paths,
    listed: new Set(reads.flatMap(({ listed }) => listed)),
    isBlind: reads.some(({ seesQuestions }) => !seesQuestions),
  };
}

/** Whether a difference in this folder can matter. */
export function isCovered({ isBlind, paths }: Covered, folder: string): boolean {
  return isBlind || paths.has(folder);
}

/**
 * git checks files out by the rules of these, which stand above them: the same object may become another file, or the
 * place of one that lies elsewhere.
 */
const rulesOfGit: ReadonlySet<string> = new Set(['.gitattributes', '.gitmodules', '.lfsconfig']);

/** @returns a path whose difference setup or the test may notice; undefined where there is none */
export function findNoticed(
  { isBlind, listed, paths }: Covered,
  differences: readonly Difference[],
): string | undefined {
  return differences.find(({ isContent, isSameSize, path }) => {
    if (paths.has(path) || rulesOfGit.has(nameOf(path))) return true;
    // The size of a file is told without opening it.
    if (isBlind && !isSameSize) return true;
    return listed.has(folderOf(path)) && (isBlind || !isContent);
  })?.path;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
