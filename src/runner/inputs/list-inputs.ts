import { posix } from 'node:path';
import type { Observation, Touch } from '../../contract/observation.ts';
import { insideOf, relativeTo, type Manifest } from './manifest.ts';

/** The part of a checkout that a test depends on. Paths are relative to the checkout and lead through no link. */
export interface Inputs {
  /** Links, folders and files, and what is not there. */
  paths: ReadonlySet<string>;
  /** Folders whose names were read. */
  listed: ReadonlySet<string>;
  /** The part of git that was read. */
  git?: string;
  seesQuestions: boolean;
  /** Why more may belong to it. */
  doubts: readonly string[];
}

const mostLinks = 40;

/** These lead each process to another place. */
const unsure = /^\/(proc\/[^/]+\/(task\/[^/]+\/)?(cwd|root|fd\/\d+)|dev\/fd\/\d+)\/./;

interface Draft {
  paths: Set<string>;
  listed: Set<string>;
  doubts: string[];
  git?: string;
}

/**
 * The inputs in a checkout, by an observation on the side before. Each path is followed as the system does it: every
 * link and folder on the way is an input of its own.
 */
export function listInputs(
  { touched, seesQuestions, doubts }: Pick<Observation, 'touched' | 'seesQuestions' | 'doubts'>,
  before: Manifest,
  after: Pick<Manifest, 'root'>,
): Inputs {
  const draft: Draft = { paths: new Set(), listed: new Set(), doubts: [...doubts] };
  for (const [path, touch] of touched) {
    const inside = relativeTo(before.root, path);
    if (inside !== undefined) follow(inside.split('/'), touch, { before, after }, draft);
    else if (isOwn(path, before, after)) doubt(draft, path);
    else if (/\/\.git(\/|$)/.test(path) && touch === 'read') draft.git ??= path;
  }
  return { ...draft, seesQuestions };
}

/** Outside, all is the same for both sides, unless the checkout itself is in the name. */
function isOwn(path: string, before: Manifest, after: Pick<Manifest, 'root'>): boolean {
  const plain = posix.normalize(path);
  if (path.includes(nameOf(before.root)) || unsure.test(path) || unsure.test(plain)) return true;
  return relativeTo(after.root, plain) !== undefined;
}

function doubt({ doubts }: Draft, path: string): void {
  doubts.push(`it uses a path outside that is its own: ${path.slice(0, 200)}`);
}

/** Those of several tests together. */
export function uniteInputs(all: readonly Inputs[]): Inputs {
  const git = all.find((one) => one.git !== undefined)?.git;
  return {
    paths: new Set(all.flatMap(({ paths }) => [...paths])),
    listed: new Set(all.flatMap(({ listed }) => [...listed])),
    git,
    seesQuestions: all.every(({ seesQuestions }) => seesQuestions),
    doubts: all.flatMap(({ doubts }) => doubts),
  };
}

function nameOf(root: string): string {
  return root.slice(root.lastIndexOf('/') + 1);
}

function follow(
  steps: string[],
  touch: Touch,
  { after, before: manifest }: { before: Manifest; after: Pick<Manifest, 'root'> },
  draft: Draft,
): void {
  const leave = (path: string): void => {
    if (isOwn(path, manifest, after)) doubt(draft, path);
  };
  const at: string[] = [];
  let links = 0;
  while (steps.length > 0) {
    const step = steps.shift() as string;
    if (step === '' || step === '.') continue;
    if (step === '..') {
      if (at.pop() !== undefined) continue;
      leave(posix.normalize([manifest.root, '..', ...steps].join('/')));
      return;
    }
    const path = [...at, step].join('/');
    if (path === '.git') {
      // It is a file on both sides: below it there is nothing.
      if (touch === 'read' && steps.length === 0) draft.git ??= path;
      return;
    }
    draft.paths.add(path);
    const entry = manifest.entries.get(path);
    if (entry?.kind === 'link') {
      links += 1;
      const inside = insideOf(manifest, entry.target);
      if (links > mostLinks) return;
      if (entry.target.startsWith('/') && inside === undefined) {
        leave([entry.target, ...steps].join('/'));
        return;
      }
      if (inside !== undefined) at.length = 0;
      steps.unshift(...(inside ?? entry.target).split('/'));
      continue;
    }
    if (entry?.kind !== 'folder') return;
    at.push(step);
  }
  if (touch === 'read') draft.listed.add(at.join('/'));
}
