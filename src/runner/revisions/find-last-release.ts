import { isCommitId } from '../../contract/commit.ts';
import type { Remote } from './fetch.ts';
import type { Repository } from './repository.ts';

export interface Tag {
  /** The short name. */
  name: string;
  commit: string;
}

export interface Release {
  /** The short name of its tag. */
  tag: string;
  /** The commit of the tag itself; it may be on a branch of the release. */
  commit: string;
  /** The commit at which it left those that lead to the head, or the release itself if it is one of them. */
  base: string;
}

/** Older tags are not looked at. */
const mostTags = 500;
const mostTried = 20;

/** The tags of this clone, the newest first. */
export async function listTags(repository: Repository): Promise<Tag[]> {
  const { stdout } = await repository.git([
    ...['for-each-ref', '--sort=-creatordate', `--count=${mostTags}`],
    ...['--format=%(refname:short)%00%(objectname)%00%(*objectname)', 'refs/tags'],
  ]);
  return stdout.split('\n').flatMap((line) => {
    const [name = '', object = '', peeled = ''] = line.split('\0');
    const commit = peeled === '' ? object : peeled;
    return isCommitId(commit) ? [{ name, commit }] : [];
  });
}

/** A clone that was made with --no-tags. */
export async function isWithoutTags(repository: Repository): Promise<boolean> {
  const { stdout } = await repository.git([
    'config',
    '--get-regexp',
    String.raw`^remote\..*\.tagopt$`,
  ]);
  return stdout.includes('--no-tags');
}

/** Tags that a schedule makes are no releases: a budget must not begin anew with each of them. */
export function isReleaseTag(name: string): boolean {
  return !/(?:^|[^a-z])(?:nightly|daily|weekly|snapshot|canary|edge|latest|ci|build)(?:[^a-z]|$)/i.test(
    name,
  );
}

/** The tags of a remote, of which a checkout in CI has none; in the order of their names. */
export async function listRemoteTags({ repository, name, deadlineMs }: Remote): Promise<Tag[]> {
  const args = ['ls-remote', '--tags', '--', name];
  const { stdout } = await repository.git(args, {}, deadlineMs);
  const tags = new Map<string, string>();
  for (const line of stdout.split('\n')) {
    const [, commit = '', tag] = /^([0-9a-f]+)\trefs\/tags\/(.+?)(?:\^\{\})?$/.exec(line) ?? [];
    // The commit of an annotated tag follows the tag itself.
    if (tag !== undefined && isCommitId(commit)) tags.set(tag, commit);
  }
  return [...tags].map(([tag, commit]) => ({ name: tag, commit }));
}

/**
 * The newest tagged commit that leads to a head, or has something in common with it; never the head itself. Tags of
 * commits that are not here do not count.
 * @returns undefined where there is none
 */
export async function findLastRelease(
  repository: Repository,
  head: string,
  tags: readonly Tag[],
): Promise<Release | undefined> {
  const releases = tags.filter(({ name }) => isReleaseTag(name)).slice(0, mostTags);
  for (const { name, commit } of await sortByDate(repository, releases)) {
    if (commit === head) continue;
    const found = await repository.git(['merge-base', commit, head]);
    const base = found.stdout.trim();
    // A tag on a later commit is no release that the head came after.
    const isBefore = found.exitCode === 0 && isCommitId(base) && base !== head;
    if (isBefore) return { tag: name, commit, base };
  }
  return undefined;
}

async function sortByDate(repository: Repository, tags: readonly Tag[]): Promise<Tag[]> {
  if (tags.length === 0) return [];
  const ids = [...new Set(tags.map(({ commit }) => commit))];
  const args = ['log', '--no-walk=sorted', '--ignore-missing', '--format=%H', ...ids];
  const { stdout } = await repository.git(args, { GIT_NO_LAZY_FETCH: '1' });
  const sorted = stdout.split('\n').slice(0, mostTried);
  // If v1 and v1.2.0 are on one commit, the longer name says more.
  const byLength = tags.toSorted((a, b) => b.name.length - a.name.length);
  return sorted.flatMap((id) => byLength.find(({ commit }) => commit === id) ?? []);
}
