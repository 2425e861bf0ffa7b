import type { Inputs } from './list-inputs.ts';
import { relativeTo, type Entry, type Manifest } from './manifest.ts';

export type InputsVerdict =
  /** How many files were read, folders listed, and paths asked for that are not there. */
  | { kind: 'equal'; files: number; folders: number; absent: number }
  /** `path` is relative to the checkout; `why` is what a person reads behind it. */
  | { kind: 'different'; path: string; why: string }
  | { kind: 'unknown'; why: string };

export interface InputsQuestion {
  inputs: Inputs;
  /** As setup left the sides, before any test ran. The inputs are of the side before. */
  before: Manifest;
  after: Manifest;
  /** Whether a file, whose path is relative to both checkouts, holds the same on both. */
  isSameContent: (path: string) => 'same' | 'different' | 'unknown';
}

/**
 * Whether a test would read the same on both sides. A program that starts alike and is answered alike asks
 * the same next questions, so it is enough that every answer which it got before is also that of after.
 */
export function compareInputs(question: InputsQuestion): InputsVerdict {
  const { inputs, before, after } = question;
  const doubt = inputs.doubts[0] ?? before.fault ?? after.fault;
  if (doubt !== undefined) return { kind: 'unknown', why: doubt };
  if (inputs.git !== undefined) {
    return { kind: 'different', path: inputs.git, why: "is git's own, which tells the commit" };
  }
  if (inputs.seesQuestions) return compareAll(inputs, question);
  const rearranged = findRearranged(before, after);
  return rearranged ?? compareAll(addWhatIsListed(inputs, before), question);
}

/**
 * If questions are not seen, a file that comes or goes may be the answer to one; so may a link that leads elsewhere,
 * since following it opens no more than its target, and a size, which is told without opening.
 */
function findRearranged(before: Manifest, after: Manifest): InputsVerdict | undefined {
  for (const path of new Set([...before.entries.keys(), ...after.entries.keys()])) {
    const [one, other] = [before.entries.get(path), after.entries.get(path)];
    const why = compareEntries(one, other, before.root, after.root) ?? compareSizes(one, other);
    if (why === undefined) continue;
    return { kind: 'different', path, why: `${why}, and what a test asks for is not seen here` };
  }
  return undefined;
}

/** A program that lists a folder often asks for the size of each file in it, and goes by that. */
function addWhatIsListed(inputs: Inputs, { names }: Manifest): Inputs {
  const paths = new Set(inputs.paths);
  for (const folder of inputs.listed) {
    for (const name of names.get(folder) ?? [])
      paths.add(folder === '' ? name : `${folder}/${name}`);
  }
  return { ...inputs, paths };
}

function compareAll(inputs: Inputs, question: InputsQuestion): InputsVerdict {
  const { before, after, isSameContent } = question;
  let [files, absent] = [0, 0];
  for (const folder of inputs.listed) {
    const extra = findExtraName(before.names.get(folder) ?? [], after.names.get(folder) ?? []);
    const other = extra === undefined ? findOtherKind(folder, before, after) : undefined;
    if (other !== undefined) return { kind: 'different', path: other, why: 'is of another kind' };
    if (extra === undefined) continue;
    const path = folder === '' ? extra : `${folder}/${extra}`;
    const side = before.entries.has(path) ? 'before' : 'after';
    return {
      kind: 'different',
      path,
      why: `is only there ${side} the change, and its folder is listed`,
    };
  }
  for (const path of inputs.paths) {
    const [one, other] = [before.entries.get(path), after.entries.get(path)];
    const why = compareEntries(one, other, before.root, after.root);
    if (why !== undefined) return { kind: 'different', path, why };
    if (one === undefined) absent += 1;
    if (one?.kind !== 'file') continue;
    files += 1;
    const same = isSameContent(path);
    if (same === 'different') return { kind: 'different', path, why: 'holds something else' };
    if (same === 'unknown') {
      return {
        kind: 'different',
        path,
        why: 'was written over by a test before it could be compared',
      };
    }
  }
  return { kind: 'equal', files, folders: inputs.listed.size, absent };
}

function compareEntries(
  one: Entry | undefined,
  other: Entry | undefined,
  root: string,
  otherRoot: string,
): string | undefined {
  if (one === undefined) return other && 'is only there after the change';
  if (other === undefined) return 'is only there before the change';
  if (one.kind === 'other' || other.kind === 'other') return 'is neither a file nor a folder';
  if (one.kind !== other.kind) return `is a ${one.kind} before and a ${other.kind} after`;
  if (one.kind === 'link' && other.kind === 'link') {
    const isSame = inRoot(one.target, root) === inRoot(other.target, otherRoot);
    return isSame ? undefined : 'is a link that leads elsewhere';
  }
  if (!('mode' in one) || !('mode' in other)) return undefined;
  if (one.mode !== other.mode) return 'has other rights';
  if (one.owner !== other.owner) return 'belongs to another user';
  return undefined;
}

function compareSizes(one: Entry | undefined, other: Entry | undefined): string | undefined {
  const isSame = one?.kind !== 'file' || other?.kind !== 'file' || one.size === other.size;
  return isSame ? undefined : 'has another size';
}

/** A link into the own checkout leads to the same place on both sides. */
function inRoot(target: string, root: string): string {
  const inside = relativeTo(root, target);
  return inside === undefined ? target : `./${inside}`;
}

/** A listing tells the kind of each entry too. */
function findOtherKind(folder: string, before: Manifest, after: Manifest): string | undefined {
  return (before.names.get(folder) ?? [])
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .find((path) => before.entries.get(path)?.kind !== after.entries.get(path)?.kind);
}

/** Both are sorted. @returns a name that only one of them has */
function findExtraName(one: readonly string[], other: readonly string[]): string | undefined {
  for (let i = 0; i < Math.max(one.length, other.length); i += 1) {
    const [a, b] = [one[i], other[i]];
    if (a === b) continue;
    return a !== undefined && (b === undefined || a < b) ? a : b;
  }
  return undefined;
}
