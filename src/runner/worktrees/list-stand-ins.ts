import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { readGit, type Repository } from '../revisions/repository.ts';

export type StandInKind = 'lfs' | 'git-crypt' | 'annex';

/** A file whose content lies elsewhere, or is encrypted: what is checked out only stands for it. */
export interface StandIn {
  path: string;
  kind: StandInKind;
}

/** How each begins. The names are those of the filters in .gitattributes. */
const marks: Readonly<Record<StandInKind, RegExp>> = {
  lfs: /^version https:\/\/(git-lfs|hawser)\.github\.com\/spec\//,
  'git-crypt': /^\0GITCRYPT\0/,
  annex: /^\/annex\/objects\//,
};
const kinds: readonly StandInKind[] = ['lfs', 'git-crypt', 'annex'];
const markBytes = 64;
const atOnce = 50;

/**
 * The tracked files of a checkout that no filter has filled, in git's order.
 * @param directory root of the checkout, or of a submodule in it
 */
export async function listStandIns(repository: Repository, directory: string): Promise<StandIn[]> {
  const listing = await readGit(repository, [
    ...['-C', directory, 'ls-files', '-z', '--cached', '--'],
    ...kinds.map((kind) => `:(top,attr:filter=${kind})`),
  ]);
  const paths = [...new Set(listing.split('\0').filter((path) => path !== ''))];
  const found: StandIn[] = [];
  for (let at = 0; at < paths.length; at += atOnce) {
    const some = paths.slice(at, at + atOnce);
    const texts = await Promise.all(some.map((path) => readBeginning(join(directory, path))));
    some.forEach((path, place) => {
      const kind = kinds.find((each) => marks[each].test(texts[place] ?? ''));
      if (kind !== undefined) found.push({ path, kind });
    });
  }
  return found;
}

/** Nothing for a file that is gone, or is none any more. */
async function readBeginning(file: string): Promise<string> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(markBytes), 0, markBytes, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return '';
  }
}
