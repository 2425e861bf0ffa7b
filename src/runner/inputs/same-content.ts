import { readFileSync } from 'node:fs';
import { attempt } from '../../contract/attempt.ts';
import { describe, type Manifest } from './manifest.ts';

type Sameness = 'same' | 'different' | 'unknown';

/** Larger files are not compared: they count as different. */
const largest = 256 * 2 ** 20;

/**
 * Compares files of two checkouts by what they held when the manifests were taken. The path of the own
 * checkout in a file counts as the same on both sides: compilers write it into what they make, and both
 * paths have the same length.
 * @returns a function of a path that is a file in both manifests; it remembers what it was asked
 */
export function createContentComparison(
  before: Manifest,
  after: Manifest,
): (path: string) => Sameness {
  const known = new Map<string, Sameness>();
  return (path) => {
    if (!isUntouched(path, before) || !isUntouched(path, after)) return 'unknown';
    const found = known.get(path) ?? compare(path, before, after);
    known.set(path, found);
    return found;
  };
}

function compare(path: string, before: Manifest, after: Manifest): Sameness {
  const [one, other] = [before.entries.get(path), after.entries.get(path)];
  if (one?.kind !== 'file' || other?.kind !== 'file') return 'different';
  if (one.size !== other.size || one.size > largest) return 'different';
  const [here, there] = [`${before.root}/${path}`, `${after.root}/${path}`];
  if (one.node === other.node) return 'same';
  return attempt(() => {
    const [a, b] = [readFileSync(here), readFileSync(there)];
    return a.equals(b) || hideRoot(a, before.root).equals(hideRoot(b, after.root))
      ? 'same'
      : 'different';
  }, 'unknown');
}

/** Since the manifest was taken; a test may write over it at any time. */
function isUntouched(path: string, { entries, root }: Manifest): boolean {
  const [then, now] = [entries.get(path), describe(`${root}/${path}`)];
  return then?.kind !== 'file' || (now.kind === 'file' && now.mark === then.mark);
}

/** Overwrites each place where a buffer names a path by as many zeros. */
function hideRoot(content: Buffer, root: string): Buffer {
  const name = Buffer.from(root);
  let at = content.indexOf(name);
  while (at >= 0) {
    content.fill(0, at, at + name.length);
    at = content.indexOf(name, at + name.length);
  }
  return content;
}
