import { type BigIntStats, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Observation, Touch } from '../../contract/observation.ts';
import { relativeTo, type Manifest } from './manifest.ts';

/** The clock of a file system lags behind that of the system, by less than this. */
export const lagMs = 100;
/** The contents of these come from the kernel; their times say nothing. Shared memory lies among them. */
export const ofKernel = /^\/(proc|sys|dev(?!\/(shm|mqueue)\/))(\/|$)/;

/**
 * A file outside the checkouts that the test used, and that was written since the run began: setup may have made it for
 * one side alone. Files that the test itself made are its own.
 * @param since when the run began, before any setup
 * @param find where something that the test saw is on the machine
 */
export function findFresh(
  { made, touched }: Pick<Observation, 'made' | 'touched'>,
  { root }: Pick<Manifest, 'root'>,
  since: Date,
  find: (path: string) => string = (path) => path,
): string | undefined {
  const sinceNs = BigInt(since.getTime() - lagMs) * 1_000_000n;
  // Perigee's own, beside the checkouts: it provides the SDK there.
  const provided = `${dirname(root)}/node_modules`;
  for (const [path, touch] of touched) {
    if (relativeTo(root, path) !== undefined || relativeTo(provided, path) !== undefined) continue;
    if (ofKernel.test(path) || made.has(path)) continue;
    if (isFresh(find(path), touch, sinceNs)) return path;
  }
  return undefined;
}

function isFresh(path: string, touch: Touch, sinceNs: bigint): boolean {
  let facts: BigIntStats | undefined;
  try {
    facts = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // An inaccessible file could not be read either.
    return false;
  }
  if (facts === undefined) return false;
  // Names come and go in folders that all programs share; one that is new was made for this run.
  if (facts.isDirectory()) return touch === 'read' && facts.birthtimeNs >= sinceNs;
  return facts.ctimeNs >= sinceNs;
}
