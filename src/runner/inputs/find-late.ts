import { lstatSync, readdirSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';
import type { Observation } from '../../contract/observation.ts';
import { listInputs, type Inputs } from './list-inputs.ts';
import type { Manifest } from './manifest.ts';

/**
 * A file that a test uses, and that came into the checkout after setup without a test creating it: a process that setup
 * left in the background may have made it from the files of one side.
 * @param all what was observed of all tests
 * @returns a path relative to the checkout
 */
export function findLate(
  { listed, paths }: Inputs,
  all: readonly Observation[],
  own: Manifest,
): string | undefined {
  const names = all.flatMap(({ created }) => [...created]);
  const touched = new Map(names.map((path) => [path, 'asked' as const]));
  const { paths: created } = listInputs({ touched, seesQuestions: true, doubts: [] }, own, own);
  const isLate = (path: string) => !own.entries.has(path) && !created.has(path);
  const asked = [...paths].find((path) => isLate(path) && isThere(`${own.root}/${path}`));
  if (asked !== undefined) return asked;
  for (const folder of listed) {
    for (const name of listNow(`${own.root}/${folder}`)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (isLate(path) && path !== '.git') return path;
    }
  }
  return undefined;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function listNow(folder: string): string[] {
  // A test took it away, which counts as a change of its own.
  return attempt(() => readdirSync(folder), []);
}
