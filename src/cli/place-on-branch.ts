import { readSubject } from '../contract/commit.ts';
import { UserError } from '../contract/user-error.ts';
import { type Commit, readCommits } from '../runner/revisions/read-first-parents.ts';
import { findBranchWith, readMainline, shorten } from '../runner/revisions/read-mainline.ts';
import { openRepository, type Repository } from '../runner/revisions/repository.ts';
import type { StoredBuild } from '../store/series-point.ts';

/** A commit in the words of git, as a store keeps it. */
export interface PlaceOnBranch extends Pick<
  StoredBuild,
  'branch' | 'author' | 'subject' | 'committedAtMs'
> {
  /** Set if it is one of the default branch. */
  isOnDefaultBranch?: true;
}

/** A commit that was measured, on a branch that is known or not. */
type Measured = Pick<StoredBuild, 'commit' | 'branch'>;

/**
 * Commits of one second keep the order that git has them in on the default branch. Nothing is known of what git does
 * not have.
 * @param measured without snapshots of uncommitted work, which are on no branch
 */
export async function openPlaces(
  root: string,
  measured: readonly Measured[],
): Promise<(commit: string) => PlaceOnBranch | undefined> {
  const places = new Map<string, PlaceOnBranch>();
  const repository = await unlessRefused(openRepository(root, process.env));
  if (repository === undefined) return () => undefined;
  const mainline = await unlessRefused(readMainline(repository));
  const branch = mainline && shorten(mainline.branch);
  let lastMs = -Infinity;
  for (const one of mainline?.commits ?? []) {
    lastMs = Math.max(one.committedAtMs, lastMs + 1);
    const place = { ...describe(one), committedAtMs: lastMs };
    places.set(one.commit, { branch, ...place, isOnDefaultBranch: true });
  }
  await placeOthers(repository, measured, places);
  return (commit) => places.get(commit);
}

async function placeOthers(
  repository: Repository,
  measured: readonly Measured[],
  places: Map<string, PlaceOnBranch>,
): Promise<void> {
  const branches = new Map(
    measured.flatMap(({ branch, commit }) => (places.has(commit) ? [] : [[commit, branch]])),
  );
  for (const one of await readCommits(repository, branches.keys())) {
    const branch = branches.get(one.commit) ?? (await findBranchWith(repository, one.commit));
    places.set(one.commit, { ...(branch === undefined ? {} : { branch }), ...describe(one) });
  }
}

function describe({ author, committedAtMs, subject: text }: Commit): PlaceOnBranch {
  const subject = readSubject(text);
  return {
    author: author.slice(0, 200),
    committedAtMs,
    ...(subject === undefined ? {} : { subject }),
  };
}

async function unlessRefused<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
