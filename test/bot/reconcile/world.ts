/** A GitHub in memory, as the port shows it: plain values that a test changes and reads. */
import type {
  CheckContent,
  PullRequest,
  Requirement,
  WorkflowJob,
  WorkflowRun,
} from '../../../bot/src/github/github-side.ts';
import type { Repository } from '../../../bot/src/subject.ts';
import type { StoredFiles } from './artifacts.ts';

export const repository: Repository = { installation: 1, owner: 'acme', name: 'sync', id: 7 };
export const forkId = 99;
export const appAuthor = 'perigee[bot]';

export interface Commit {
  /** The first one first. */
  parents: readonly string[];
  files: Readonly<Record<string, string>>;
}

export interface WrittenCheck {
  id: number;
  content: CheckContent;
}

export interface World {
  commits: Map<string, Commit>;
  branches: Map<string, string>;
  tags: Map<string, string>;
  defaultBranch: string;
  pulls: Map<number, PullRequest>;
  runs: WorkflowRun[];
  jobs: Map<number, WorkflowJob[]>;
  /** Id of a run → what its jobs uploaded. */
  artifacts: Map<number, StoredFiles[]>;
  /** Commit → its checks, oldest first. */
  checks: Map<string, WrittenCheck[]>;
  comments: { id: number; number: number; author: string; body: string }[];
  issues: { number: number; marker: string; title: string; body: string; isOpen: boolean }[];
  requirement: Requirement;
  /** Set: GitHub refuses to run anything again. */
  refusesReruns?: string;
  /** What workflows were started with, by their file; those that are there. */
  started: Map<string, Readonly<Record<string, string>>[]>;
  reruns: { runId: number; jobId?: number }[];
  /** What jobs do later. */
  pending: (() => void)[];
  /** A run begins again: with one job of it, or with all. */
  onRerun: (run: WorkflowRun, jobId: number | undefined) => void;
  /** Told of each call, before it is answered. */
  onCall: (method: string) => void;
  nowMs: number;
  lastId: number;
  lastRunId: number;
}

export function createWorld(): World {
  return {
    commits: new Map(),
    branches: new Map(),
    tags: new Map(),
    defaultBranch: 'main',
    pulls: new Map(),
    runs: [],
    jobs: new Map(),
    artifacts: new Map(),
    checks: new Map(),
    comments: [],
    issues: [],
    requirement: 'required',
    started: new Map(),
    reruns: [],
    pending: [],
    onRerun: () => undefined,
    onCall: () => undefined,
    nowMs: Date.parse('2026-11-21T08:00:00Z'),
    lastId: 100,
    lastRunId: 5000,
  };
}

/** A commit id that looks like one: a name in hexadecimal, filled up. */
export function commitId(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(40, '0').slice(0, 40);
}

/** What `commitId` was made of. */
export function readName(commit: string): string {
  return Buffer.from(commit, 'hex').toString().replace(/\0+$/, '');
}

export function addCommit(
  world: World,
  name: string,
  parents: readonly string[],
  files: Commit['files'],
): string {
  const id = commitId(name);
  world.commits.set(id, { parents, files });
  return id;
}

/** All commits that lead to this one, itself included. */
export function listHistory(world: World, commit: string): Set<string> {
  const seen = new Set<string>();
  const queue = [commit];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    queue.push(...(world.commits.get(next)?.parents ?? []));
  }
  return seen;
}

export function resolve(world: World, ref: string): string {
  return world.branches.get(ref) ?? ref;
}

/** What people see: the newest check of a commit. */
export function newestCheck(world: World, commit: string): CheckContent | undefined {
  return world.checks.get(commit)?.at(-1)?.content;
}

export function ownComments(world: World, number: number): string[] {
  return world.comments
    .filter((one) => one.number === number && one.author === appAuthor)
    .map(({ body }) => body);
}
