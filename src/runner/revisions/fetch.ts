import { isCommitId, shortenCommit } from '../../contract/commit.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { UserError } from '../../contract/user-error.ts';
import { classifyFetch, describeFetch, type FetchFailure } from './explain-fetch.ts';
import { hasCommit, isShallow } from './history.ts';
import { isReferenceName } from './reference-name.ts';
import type { Repository } from './repository.ts';

/** The source of missing commits. */
export interface Remote {
  repository: Repository;
  /** origin, in a checkout as CI makes it. */
  name: string;
  /** How long to wait before each further try when the server cannot be reached. */
  waitsMs: readonly number[];
  /** How long one fetch may take, with all its tries: git alone waits for ever on some connections. */
  deadlineMs: number;
  /** By how many commits a shallow history is deepened, step by step; after the last all of it is fetched. */
  deepenBy: readonly number[];
  /** Hears what is done, one sentence at a time. */
  say(sentence: string): void;
}

/** The remote of a checkout as CI makes it. Most changes are young, so the first steps are small. */
export function originOf(repository: Repository, say: (sentence: string) => void): Remote {
  const deepenBy = [50, 200, 800, 3200];
  return { repository, name: 'origin', waitsMs: [1000, 5000], deadlineMs: 600_000, deepenBy, say };
}

export interface WantedCommit {
  /** Full object id. */
  commit: string;
  /** A reference that leads to it, for servers that give no commit by its id: refs/pull/7/head. */
  reference?: string;
}

/** How much history: what the clone is used to, so many commits more, or all of it. */
export type History = 'as-it-is' | { deepen: number } | 'all';

/**
 * Brings commits or references from the remote. The branches that the clone knows stay as they are.
 * @param what full commit ids and full names of references
 * @returns why it did not work, or undefined
 */
export async function fetchFrom(
  remote: Remote,
  what: readonly string[],
  history: History,
): Promise<FetchFailure | undefined> {
  checkArguments(remote, what);
  const depth = await depthOptions(remote.repository, history);
  const options = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance'];
  const args = ['fetch', ...options, '--refmap=', ...depth, '--', remote.name, ...what];
  const endAt = performance.now() + remote.deadlineMs;
  for (const waitMs of [...remote.waitsMs, undefined]) {
    const leftMs = Math.max(1, Math.ceil(endAt - performance.now()));
    const result = await remote.repository.git(args, impatient, leftMs);
    if (result.exitCode === 0) return undefined;
    const failure = classifyFetch(result.stderr);
    const isLast = waitMs === undefined || performance.now() + waitMs >= endAt;
    if (failure.kind !== 'not-reached' || isLast) return failure;
    remote.say(`${remote.name} could not be reached; trying again in ${waitMs / 1000} s`);
    await wait(waitMs);
  }
  return undefined;
}

/** Less than 1 kB/s for a minute is a connection that has died. */
const impatient = { GIT_HTTP_LOW_SPEED_LIMIT: '1000', GIT_HTTP_LOW_SPEED_TIME: '60' };

/** A depth on a full clone would cut its history off. */
async function depthOptions(repository: Repository, history: History): Promise<string[]> {
  if (!(await isShallow(repository))) return [];
  if (history === 'as-it-is') return ['--depth=1'];
  return history === 'all' ? ['--unshallow'] : [`--deepen=${history.deepen}`];
}

/**
 * The same for commits: by their ids, and where the server gives none by its id, by their references.
 * @returns why it did not work, or undefined
 */
export async function fetchCommits(
  remote: Remote,
  wanted: readonly WantedCommit[],
  history: History,
): Promise<FetchFailure | undefined> {
  const ids = wanted.map(({ commit }) => commit);
  const failure = await fetchFrom(remote, ids, history);
  if (failure?.kind !== 'not-there') return failure;
  const references = wanted.flatMap(({ reference }) => reference ?? []);
  if (references.length < wanted.length) return failure;
  return fetchFrom(remote, references, history);
}

/**
 * Sees to it that a commit is here, without its history.
 * @throws UserError in plain words when it is not and cannot be brought
 */
export async function ensureCommit(remote: Remote, wanted: WantedCommit): Promise<void> {
  if (await hasCommit(remote.repository, wanted.commit)) return;
  const name = `commit ${shortenCommit(wanted.commit)}`;
  remote.say(`fetching ${name} from ${remote.name}`);
  const failure = await fetchCommits(remote, [wanted], 'as-it-is');
  if (failure === undefined && (await hasCommit(remote.repository, wanted.commit))) return;
  const missing: FetchFailure = { kind: 'not-there', said: 'the reference leads elsewhere' };
  throw describeFetch(remote.repository.root, name, remote.name, failure ?? missing);
}

function checkArguments(remote: Remote, what: readonly string[]): void {
  const strange = what.find((name) => !isCommitId(name) && !isReferenceName(name));
  const bad = remote.name.startsWith('-') ? remote.name : strange;
  if (bad === undefined) return;
  throw new UserError({
    where: remote.repository.root,
    seen: `${JSON.stringify(bad)} is not something that git can be asked to fetch`,
    expected: 'a full commit id, or the full name of a reference',
  });
}
