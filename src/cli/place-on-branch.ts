import { readSubject } from '../contract/commit.ts';
import { UserError } from '../contract/user-error.ts';
import { readMainline, shorten } from '../runner/revisions/read-mainline.ts';
import { openRepository } from '../runner/revisions/repository.ts';
import type { StoredBuild } from '../store/series-point.ts';

/** The commit of the default branch in the words of git, as a store keeps it. */
export type PlaceOnBranch = Pick<StoredBuild, 'branch' | 'author' | 'subject' | 'committedAtMs'>;

/** Commits of one second keep the order that git has them in. Nothing is known where git has no default branch. */
export async function openPlaces(
  root: string,
): Promise<(commit: string) => PlaceOnBranch | undefined> {
  const mainline = await readMainlineIn(root);
  const places = new Map<string, PlaceOnBranch>();
  const branch = mainline && shorten(mainline.branch);
  let lastMs = -Infinity;
  for (const { author, commit, committedAtMs, subject: text } of mainline?.commits ?? []) {
    lastMs = Math.max(committedAtMs, lastMs + 1);
    const subject = readSubject(text);
    places.set(commit, {
      ...{ branch, author: author.slice(0, 200), committedAtMs: lastMs },
      ...(subject === undefined ? {} : { subject }),
    });
  }
  return (commit) => places.get(commit);
}

async function readMainlineIn(root: string) {
  try {
    return await readMainline(await openRepository(root, process.env));
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
