import type { PullRequest } from '../../../src/transport/github/pull-requests.ts';
import type { Repository } from '../subject.ts';

export type { PullRequest };

export interface WorkflowRun {
  id: number;
  /** From 1. */
  attempt: number;
  /** `.github/workflows/perigee.yml`, without what may follow after an `@`. */
  path: string;
  /** `pull_request`, `merge_group`, `push`, … */
  event: string;
  head: string;
  headRepositoryId?: number;
  /** Whose that repository is. */
  headOwner?: string;
  headBranch?: string;
  status: 'queued' | 'in-progress' | 'completed';
  /** In the words of GitHub: `success`, `failure`, `cancelled`, `skipped`, `timed_out`, `action_required`, … */
  conclusion?: string;
  createdAtMs: number;
  /** When its newest attempt was begun. */
  startedAtMs?: number;
  url: string;
}

/** What a run is of. */
export type RunOrigin = Pick<WorkflowRun, 'event' | 'head' | 'headBranch' | 'headRepositoryId'>;

export interface WorkflowJob {
  id: number;
  /** As the page shows it, e.g. `measure (2)`. */
  name: string;
  /** The attempt that ran it. */
  attempt: number;
  status: 'queued' | 'in-progress' | 'completed';
  conclusion?: string;
  url: string;
}

/** A folder as git keeps it. Its id is made of all that lies in it, so equal ids are equal folders. */
export interface Tree {
  /** By name. */
  entries: ReadonlyMap<string, TreeEntry>;
  /** GitHub lists only a part of a folder with very many names. */
  isWhole: boolean;
}

export interface TreeEntry {
  /** `100644`, `100755` (a program), `120000` (a link), `040000` (a folder), `160000` (a submodule). */
  mode: string;
  id: string;
  /** In bytes; of a file. */
  size?: number;
}

export interface ListedCommit {
  commit: string;
  parents: readonly string[];
  tree: string;
  committedAtMs: number;
  /** The name in the commit. */
  author: string;
  /** The first line of its message. */
  subject: string;
  /** Commits that its message says it reverts. */
  reverts: readonly string[];
}

export interface CheckContent {
  status: 'queued' | 'in_progress' | 'completed';
  /** Present exactly if the status is `completed`. */
  conclusion?: 'success' | 'failure' | 'neutral' | 'cancelled' | 'action_required' | 'skipped';
  detailsUrl?: string;
  /** Identifies what it says, so that the same is not written twice. */
  externalId: string;
  title: string;
  /** Markdown, at most 65,535 bytes in UTF-8. */
  summary: string;
  /** The same limit. */
  text?: string;
  annotations: readonly CheckAnnotation[];
  /** At most three. */
  buttons: readonly CheckButton[];
}

export interface CheckAnnotation {
  path: string;
  line: number;
  level: 'notice' | 'warning' | 'failure';
  title: string;
  message: string;
}

export interface CheckButton {
  /** At most 20 characters. */
  label: string;
  /** At most 40. */
  description: string;
  identifier: string;
}

export interface StandingCheck {
  id: number;
  externalId: string;
  status: CheckContent['status'];
  conclusion?: string;
}

export type Permission = 'admin' | 'write' | 'read' | 'none';

/** Whether merging waits for our check, as far as the app may know. */
export type Requirement = 'required' | 'not-required' | 'unknown';

export interface OwnIssue {
  number: number;
  isOpen: boolean;
  body: string;
}

/**
 * GitHub as the bot sees it: reads of the truth and idempotent writes, each for one repository.
 * Every method throws Unavailable when it helps to wait, and Refused when it does not
 * (no permission, deleted, 404 where something had to be).
 */
export interface GithubSide {
  readPullRequest(repository: Repository, number: number): Promise<PullRequest | undefined>;
  /** The open ones, those changed last first. @param into only those that are to be merged into this branch */
  listOpenPullRequests(repository: Repository, into?: string): Promise<PullRequest[]>;
  /** The open pull requests whose head is this commit, of forks too. */
  findPullRequests(repository: Repository, head: string): Promise<PullRequest[]>;
  /** Newest first. */
  listWorkflowRuns(repository: Repository, head: string): Promise<WorkflowRun[]>;
  /** The newest hundred that a schedule started and that have ended: only the default branch has such. */
  listScheduledRuns(repository: Repository): Promise<WorkflowRun[]>;
  readWorkflowRun(repository: Repository, runId: number): Promise<WorkflowRun | undefined>;
  /** The same without what changes while it runs. */
  findRunOrigin(repository: Repository, runId: number): Promise<RunOrigin | undefined>;
  /** Those of the newest attempt of each job. */
  listJobs(repository: Repository, runId: number): Promise<WorkflowJob[]>;
  /**
   * Runs one job again, and those that need it: a new attempt of the run begins. GitHub refuses it (403)
   * while the run is not completed, so also for a second job right after the first: several jobs at once are
   * `rerunRun`, and bot/src/runs/github-runs.ts chooses between the two.
   */
  rerunJob(repository: Repository, jobId: number): Promise<void>;
  /** All jobs of a completed run again, or those that failed and those that need them. */
  rerunRun(repository: Repository, runId: number, which: 'all' | 'failed'): Promise<void>;
  /**
   * Starts a workflow that `workflow_dispatch` starts, on a branch.
   * @param file its name in `.github/workflows`
   * @throws Refused where there is none, or it has not these inputs
   */
  startWorkflow(
    repository: Repository,
    file: string,
    branch: string,
    inputs: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Undefined when there is no such file at this commit or branch. */
  readFile(repository: Repository, path: string, ref: string): Promise<string | undefined>;
  /** Paths that the pull request changes; undefined when there are too many to tell (3,000). */
  listChangedFiles(repository: Repository, number: number): Promise<string[] | undefined>;
  /** The commit where `head` left `base`; undefined when they have nothing in common. */
  findMergeBase(repository: Repository, base: string, head: string): Promise<string | undefined>;
  /** The id of a commit's tree. */
  findTree(repository: Repository, commit: string): Promise<string>;
  readTree(repository: Repository, id: string): Promise<Tree>;
  defaultBranch(repository: Repository): Promise<string>;
  /** Commits that lead to this one, itself first, in an order of GitHub; a hundred to a page. */
  listCommits(repository: Repository, tip: string, pages: number): Promise<ListedCommit[]>;
  /** The first hundred, in an order of GitHub. */
  listTags(repository: Repository): Promise<{ name: string; commit: string }[]>;
  /** The first parent; undefined for a root commit. */
  findFirstParent(repository: Repository, commit: string): Promise<string | undefined>;

  /** The newest of our own checks `perigee` at this commit. */
  findCheck(repository: Repository, commit: string): Promise<StandingCheck | undefined>;
  /** Updates the check of that id, or makes one; cut to the limits, annotations in portions of 50. */
  writeCheck(
    repository: Repository,
    commit: string,
    content: CheckContent,
    id?: number,
  ): Promise<number>;

  /**
   * Our one comment on the pull request: the first with our marker, by our app. It is edited when its
   * text differs, made when there is none; a second one of ours is minimised.
   * @param isOutdated asked right before it is written: many may write before it
   * @returns undefined where it was outdated, and nothing was written
   */
  writeComment(
    repository: Repository,
    number: number,
    body: string,
    isOutdated?: () => Promise<boolean>,
  ): Promise<{ id: number; url: string } | undefined>;
  /** Whether there is one already, and what it says. */
  findComment(
    repository: Repository,
    number: number,
  ): Promise<{ id: number; body: string } | undefined>;
  /**
   * An answer to a command, below it. Once for each `key`, however often it is called: the key stands in
   * an invisible marker.
   */
  reply(repository: Repository, number: number, key: string, body: string): Promise<void>;

  /** Adds a label to a pull request; nothing changes where it has that label. */
  addLabel(repository: Repository, number: number, label: string): Promise<void>;

  readPermission(repository: Repository, login: string): Promise<Permission>;
  readRequirement(repository: Repository, branch: string): Promise<Requirement>;

  /** Our own issue with this marker, open or closed. */
  findIssue(repository: Repository, marker: string): Promise<OwnIssue | undefined>;
  writeIssue(
    repository: Repository,
    issue: { number?: number; marker: string; title: string; body: string; isOpen: boolean },
  ): Promise<number>;

  /** All repositories that the app is installed in. */
  listRepositories(): Promise<Repository[]>;
  /** Requests a redelivery of all unacknowledged deliveries since then. @returns how many */
  redeliverMissed(sinceMs: number): Promise<number>;
}

/** `showMarker` of it is the first line of our comment on a pull request. */
export const commentMarker = 'perigee';
