import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../../contract/attempt.ts';
import type { Observation } from '../../contract/observation.ts';
import { relativeTo } from '../inputs/manifest.ts';
import { isBuildOutput, isCodeFile } from './build-output.ts';
import type { ChangedCode } from './changed-code.ts';
import { findInstallation, isCached, isInstalledFrom, isLock, isProgram } from './installations.ts';

/** A file with code that is not of the side that a test measures. */
export interface Foreign {
  /** Absolute. */
  path: string;
  /**
   * `tracked`: of another version of the repository. `ignored`: what git ignores in a worktree, and so both sides share.
   * `copy`: outside, of a file that the change touches. `installed`: outside, from a worktree. `outdated`: from another lock file.
   * `written`: outside, by setup of the other side.
   */
  kind: 'tracked' | 'ignored' | 'copy' | 'installed' | 'outdated' | 'written';
  /** Relative to the repository: of what it is a copy, or the lock file. */
  of?: string;
}

interface Span {
  fromMs: number;
  toMs: number;
}

export interface CodePlace {
  /** The checkout of the side. */
  own: string;
  /** The user's checkouts of the repository: the root, and the other worktrees. */
  roots: readonly string[];
  /** Folders of Perigee, in which nothing is foreign. */
  ours: readonly string[];
  /** The path on the machine of a file that the test saw: another one if a layer of the side holds it. */
  find(path: string): string;
  /** The worktree of which a view shows a path, relative to the checkout, that the side itself does not have. */
  findShared(inside: string): string | undefined;
  /** While setup of the other side ran, after that of this one: in milliseconds since 1970. */
  otherSetup: readonly Span[];
  /** While setup of this side ran. */
  ownSetup: readonly Span[];
}

/** Files of the system and its packages are the same for both sides. */
const ofTheSystem =
  /^\/(usr\/(?!local\/)|s?bin\/|lib\w*\/|etc\/|proc\/|sys\/|dev\/(?!shm\/)|run\/|var\/lib\/)/;
/** Settings of people and of machines: no build writes them. */
const settings = /(^|\/)\.[^/]+$/;

/** @returns what a test read that another side may have made; `readsOwn` where it read a file of its own side */
export function findForeign(
  { made, touched }: Pick<Observation, 'made' | 'touched'>,
  place: CodePlace,
  code: ChangedCode,
): { foreign: Foreign[]; readsOwn: boolean } {
  const foreign: Foreign[] = [];
  let readsOwn = false;
  for (const [path, touch] of touched) {
    if (touch !== 'read') continue;
    const inside = relativeTo(place.own, path);
    if (inside !== undefined && isFile(path)) {
      readsOwn ||= isCode(inside);
      continue;
    }
    const found =
      inside === undefined
        ? findElsewhere(path, made, place, code)
        : findShared(inside, place, code);
    if (found === 'own') readsOwn = true;
    else if (found !== undefined) foreign.push(found);
  }
  return { foreign, readsOwn };
}

/** A file of a worktree that the side shows, since it has none of its own. */
function findShared(inside: string, place: CodePlace, code: ChangedCode): Foreign | undefined {
  const root = place.findShared(inside);
  if (root === undefined || !isFile(join(root, inside))) return undefined;
  // A link in it may lead back to what the side has itself.
  const real = relativeTo(root, realpathSync(join(root, inside)));
  if (real === undefined || isFile(join(place.own, real))) return undefined;
  return judgeInside(root, inside, code);
}

function findElsewhere(
  path: string,
  made: ReadonlySet<string>,
  place: CodePlace,
  code: ChangedCode,
): Foreign | 'own' | undefined {
  if (place.ours.some((folder) => relativeTo(folder, path) !== undefined)) return undefined;
  // The nearest one: a worktree may lie in another.
  const root = [...place.roots]
    .sort((a, b) => b.length - a.length)
    .find((one) => relativeTo(one, path) !== undefined);
  if (root !== undefined) {
    const inside = relativeTo(root, path) ?? '';
    return isFile(path) ? judgeInside(root, inside, code) : undefined;
  }
  if (made.has(path)) return undefined;
  const found = place.find(path);
  if (!isFile(found)) return undefined;
  return found === path ? judgeOutside(path, place, code) : 'own';
}

function judgeInside(root: string, inside: string, code: ChangedCode): Foreign | undefined {
  const path = join(root, inside);
  if (!isCode(inside)) return undefined;
  if (code.differs(inside) || code.isOther(path, inside)) return { path, kind: 'tracked' };
  if (code.isTracked(inside)) return undefined;
  const installation = findInstallation(root, inside);
  if (installation === undefined) {
    const isMade = isBuildOutput(root, inside) || isCodeFile(path);
    return isMade && !settings.test(inside) ? { path, kind: 'ignored' } : undefined;
  }
  const copied = judgeCopy(path, [root], code);
  if (copied !== undefined) return copied;
  const above = installation.slice(0, Math.max(0, installation.lastIndexOf('/') + 1));
  const lock = code.changed.find((one) => one.startsWith(above) && isLock(one.slice(above.length)));
  return lock === undefined ? undefined : { path, kind: 'outdated', of: lock };
}

function judgeOutside(
  path: string,
  place: CodePlace,
  code: ChangedCode,
): Foreign | 'own' | undefined {
  const { ctimeMs } = lstatSync(path);
  const isIn = ({ fromMs, toMs }: Span): boolean => ctimeMs >= fromMs && ctimeMs < toMs + 1;
  if (!isCached(path) || isProgram(path)) {
    if (place.otherSetup.some(isIn)) return { path, kind: 'written' };
    if (place.ownSetup.some(isIn)) return 'own';
  }
  if (ofTheSystem.test(path)) return undefined;
  return judgeCopy(path, place.roots, code);
}

/** Judges a copy that was installed from the repository before the run. */
function judgeCopy(path: string, roots: readonly string[], code: ChangedCode): Foreign | undefined {
  const same = code.findSame(path);
  if (same !== undefined) return { path, kind: 'tracked', of: same };
  const of = code.findCopied(path);
  if (of !== undefined) return { path, kind: 'copy', of };
  const isNamed = code.names.match(path, isProgram(path));
  const isInstalled =
    isNamed || isInstalledFrom(path, roots) || (isProgram(path) && code.isMade(path));
  return isInstalled ? { path, kind: 'installed' } : undefined;
}

/** Git's own files and Perigee's are no code of the side. */
function isCode(inside: string): boolean {
  return !/^(\.git|\.perigee|node_modules\/perigee)(\/|$)/.test(inside);
}

function isFile(path: string): boolean {
  return attempt(() => statSync(path).isFile(), false);
}
