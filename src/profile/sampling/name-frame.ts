import { fileURLToPath } from 'node:url';
import { attempt } from '../../contract/attempt.ts';

export const longestName = 120;
const longestPath = 200;

const ofCheckouts = /^.*\/perigee-\d+\/[0-9a-f]{12}\/[^/]+\/[^/]+\//;
const ofPackages = /^.*\/(?=(node_modules|site-packages)\/)/;
const ofPython = /^.*\/lib\/(?=python3)/;

/**
 * A function as people know it, on both sides the same: `hash (src/map.js:41)`.
 * @param root of the checkout, as the test sees it
 */
export function nameFrame(
  name: string,
  place?: { path: string; line: number },
  root?: string,
): string {
  const own = clean(name, longestName);
  if (place === undefined) return own === '' ? 'unnamed' : own;
  const path = shortenPath(pathOf(place.path), root);
  return `${own === '' ? 'anonymous' : own} (${path}:${place.line})`;
}

/** The address of a module has spaces and letters like ü in escapes. */
function pathOf(place: string): string {
  return place.startsWith('file://')
    ? attempt(() => fileURLToPath(place), place.slice('file://'.length))
    : place;
}

/** Relative to the checkout, or to the folder of installed packages. */
export function shortenPath(path: string, root: string | undefined): string {
  const isOwn = root !== undefined && path.startsWith(`${root}/`);
  return clean(
    isOwn
      ? path.slice(root.length + 1)
      : path.replace(ofCheckouts, '').replace(ofPackages, '').replace(ofPython, ''),
    longestPath,
  );
}

/** Semicolons stand between functions. */
export function clean(text: string, longest: number): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(';', ':')
    .trim()
    .slice(0, longest);
}
