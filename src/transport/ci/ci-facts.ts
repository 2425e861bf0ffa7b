import type { Build } from '../../contract/documents.ts';

/** A build as events name it. */
export interface CiBuildKey {
  /** Owner and name, e.g. acme/sync. */
  repository: string;
  /** GitHub: the id of the workflow run. Buildkite: `organisation/pipeline/number`. */
  runId: string;
}

/** The place of a commit: only `default` and `release` make history that others are compared with. */
export type BranchKind = 'default' | 'release' | 'pull-request' | 'merge-queue' | 'other';

/** Facts of a commit beside its id. */
export interface CommitFacts {
  /** Full commit ids, the first parent first. */
  parents: string[];
  /** The account where the platform knows it, otherwise the name in the commit. */
  author?: string;
  /** The first line of its message. */
  subject?: string;
  /** When it was committed, as its committer said: RFC 3339 in UTC. */
  committedAt?: string;
}

/**
 * Facts that the tests of a build could not know. All of it comes from the API of the CI, nothing from an artifact: the
 * author of a pull request writes what is in those.
 */
export interface CiFacts extends CommitFacts {
  /** The commit that was judged: the head of a pull request, not the merge that its jobs check out. */
  commit: string;
  /** When the CI made the build, the same for all attempts: RFC 3339 in UTC. */
  createdAt?: string;
  /** The trigger of the build, in the words of the CI: `push`, `pull_request`, `merge_group`, … */
  event: string;
  /** The newest attempt, from 1. An artifact of a later one cannot be. */
  attempt: number;
  /** Absent where the CI does not know it any more, e.g. that of a fork which was deleted. */
  branch?: string;
  branchKind: BranchKind;
  /** The branch to merge it into. */
  targetBranch?: string;
  pullRequest?: number;
  /** The code comes from a repository that others can write to. */
  fork: boolean;
  /** Name to URL: `build`, and `log of <job>` of the jobs, those that failed first. At most 50. */
  links: Record<string, string>;
  /** Facts that could not be found out, one sentence each, e.g. which of two pull requests it is. */
  doubts: string[];
}

/** Looks up commits; for a CI that does not keep them itself. */
export interface CommitSource {
  /** @throws as `CiApi.findFacts` does */
  findCommit(repository: string, commit: string, signal: AbortSignal): Promise<CommitFacts>;
}

export interface CiApi {
  readonly kind: 'github' | 'buildkite';
  /**
   * @throws Unavailable when it helps to wait: the network, an outage, a rate limit
   * @throws Refused when waiting does not help: no such build, no permission, another repository
   * @throws the reason of the signal when that is aborted
   */
  findFacts(build: CiBuildKey, signal: AbortSignal): Promise<CiFacts>;
}

/** The facts as an aggregate carries them: they win over what run records say of their build, where the CI has them. */
export function describeFacts({ repository }: CiBuildKey, facts: CiFacts): Partial<Build> {
  const { parents, branch, branchKind, pullRequest, author, subject, committedAt, links } = facts;
  return {
    repository,
    parents,
    branchKind,
    links,
    ...(branch === undefined ? {} : { branch }),
    ...(pullRequest === undefined ? {} : { pullRequest }),
    ...(author === undefined ? {} : { author }),
    ...(subject === undefined ? {} : { subject }),
    ...(committedAt === undefined ? {} : { committedAt }),
  };
}
