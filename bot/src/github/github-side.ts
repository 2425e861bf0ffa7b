import type { RenderedCheck } from '../../../src/report/pull-request/render-check.ts';
import type { PullRequest } from '../../../src/transport/github/pull-requests.ts';

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

/** The origin of a run. */
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

export type CheckAnnotation = RenderedCheck['annotations'][number];

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

/** `showMarker` of it is the first line of our comment on a pull request. */
export const commentMarker = 'perigee';
