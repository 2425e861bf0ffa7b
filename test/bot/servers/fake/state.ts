export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Access = 'read' | 'write';

/** A commit with all of its files: a tree needs no other objects. */
export interface FakeCommit {
  parents: string[];
  /** Path to content. */
  files: Map<string, string>;
  author: string;
  message?: string;
  atMs: number;
}

export interface FakePull {
  labels?: string[];
  number: number;
  title: string;
  state: 'open' | 'closed';
  merged: boolean;
  /** Once it is merged. */
  mergeCommit?: string;
  author: string;
  head: { repositoryId: number; branch: string; commit: string };
  /** The fork is gone: GitHub then sends no repository of the head. */
  forkDeleted?: true;
  baseBranch: string;
  /** The head of which GitHub has found out whether it can be merged. */
  mergeKnownOf?: string;
  createdAtMs: number;
  updatedAtMs: number;
  closedAtMs?: number;
  /** What it changes, where that is not to be read from the commits. */
  changedFiles?: string[];
}

export interface FakeRun {
  id: number;
  attempt: number;
  path: string;
  event: string;
  head: string;
  branch: string;
  headRepositoryId: number;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  createdAtMs: number;
  /** When its newest attempt began, where that is not the first. */
  startedAtMs?: number;
  /** Of pull requests of the same repository; GitHub has none for forks. */
  pulls: number[];
}

export interface FakeJob {
  id: number;
  runId: number;
  name: string;
  attempt: number;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  /** Names of the jobs that it waits for. */
  needs: string[];
}

export interface FakeArtifact {
  id: number;
  runId: number;
  name: string;
  zip: Buffer;
  expired: boolean;
  createdAtMs: number;
}

export interface FakeCheck {
  id: number;
  name: string;
  head: string;
  appId: number;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  externalId: string;
  detailsUrl: string;
  title: string | null;
  summary: string | null;
  text: string | null;
  /** Of all updates together. */
  annotations: Record<string, unknown>[];
  actions: Record<string, unknown>[];
  /** When it was made, and each time it was changed. */
  writtenAtMs: number[];
}

export interface FakeComment {
  id: number;
  /** Of the issue or pull request. */
  number: number;
  login: string;
  /** There when an app wrote it. */
  appId?: number;
  body: string;
  createdAtMs: number;
  /** The classifier that it was minimised with. */
  minimised?: string;
  /** Texts that it had before. */
  earlier: string[];
}

export interface FakeIssue {
  number: number;
  state: 'open' | 'closed';
  title: string;
  body: string;
  login: string;
  appId?: number;
  labels: string[];
}

export interface RequiredCheck {
  context: string;
  /** The app that alone may give it. */
  appId?: number;
}

export interface FakeRepository {
  id: number;
  owner: string;
  name: string;
  isPrivate: boolean;
  isFork: boolean;
  defaultBranch: string;
  /** Name to commit. */
  branches: Map<string, string>;
  /** Of the forks too, once a pull request has brought them. */
  commits: Map<string, FakeCommit>;
  pulls: FakePull[];
  runs: FakeRun[];
  /** Of all attempts. */
  jobs: FakeJob[];
  artifacts: FakeArtifact[];
  checks: FakeCheck[];
  comments: FakeComment[];
  issues: FakeIssue[];
  /** Workflows that were started by hand, and with what. */
  dispatches: { file: string; inputs: Record<string, string> }[];
  labels: string[];
  roles: Map<string, Role>;
  /** Branch to what its protection requires: none for one that requires no check. */
  protections: Map<string, RequiredCheck[]>;
  /** The same by rulesets. */
  rules: Map<string, RequiredCheck[]>;
}

export interface FakeInstallation {
  id: number;
  /** The owner of the repositories. */
  account: string;
  /** Names; all of the account where it is absent. */
  repositories?: string[];
  permissions: Record<string, Access>;
}

export interface FakeDelivery {
  id: number;
  guid: string;
  deliveredAtMs: number;
  redelivery: boolean;
  event: string;
  action: string | null;
  /** 0 where nobody listened. */
  statusCode: number;
  repositoryId: number | null;
  installationId: number | null;
  payload: Record<string, unknown>;
}

export interface FakeToken {
  installation: number;
  repositories?: string[];
  permissions: Record<string, Access>;
  endsAtMs: number;
}

/** All that this GitHub knows. Tests fill it and look into it. */
export interface GithubState {
  app: { id: number; slug: string; name: string };
  /** Where its webhooks go, and what they are signed with. */
  webhook?: { url: string; secret: string };
  installations: FakeInstallation[];
  repositories: FakeRepository[];
  /** Oldest first. */
  deliveries: FakeDelivery[];
  tokens: Map<string, FakeToken>;
  nowMs: () => number;
  /** The last id that was given to anything. */
  lastId: number;
}

/** What the app asks for when it is installed: bot/app.yml. */
export const usualPermissions: Record<string, Access> = {
  ...{ metadata: 'read', contents: 'read', merge_queues: 'read' },
  ...{ checks: 'write', pull_requests: 'write', issues: 'write', actions: 'write' },
};

/** acme/sync with one commit on its branch main, and the app installed in it. */
export function createState(): GithubState {
  const state: GithubState = {
    app: { id: 4711, slug: 'perigee-gate', name: 'Perigee' },
    installations: [{ id: 77, account: 'acme', permissions: { ...usualPermissions } }],
    repositories: [],
    deliveries: [],
    tokens: new Map(),
    nowMs: () => Date.now(),
    lastId: 1000,
  };
  return state;
}

export function nextId(state: GithubState): number {
  state.lastId += 1;
  return state.lastId;
}
