/** One pull request of acme/sync with a measured head, and what the commands did to it. */
import type { SeriesVerdict, Told, Verdict } from '../../../src/contract/documents.ts';
import { readHere } from '../../../src/settings/readers/readers.ts';
import type { Logger } from '../../../src/logging/logger.ts';
import { type Commands, createCommands } from '../../../bot/src/commands/create-commands.ts';
import type { Delivery } from '../../../bot/src/deliveries/delivery.ts';
import type {
  Permission,
  PullRequest,
  StandingCheck,
  WorkflowJob,
  WorkflowRun,
} from '../../../bot/src/github/github-side.ts';
import type { GithubSide } from '../../../bot/src/github/open-github-side.ts';
import type { CommandLedger } from '../../../bot/src/ledger/open-ledger.ts';
import { describeBase } from '../../../bot/src/change/describe-base.ts';
import { type Subject, subjectKey } from '../../../bot/src/subject.ts';
import { makeSeries, makeVerdict } from '../../report/fixtures/make-verdict.ts';
import { makeRunKey, noonMs, openTestLedger, repository } from '../ledger/open-test-ledger.ts';

export const head = 'a'.repeat(40);
export const base = 'b'.repeat(40);
export const number = 12;
export const minuteMs = 60_000;

export const suiteText = `version: 1
suite: sync
tests:
  - { name: upload, command: [node, upload.mjs] }
  - { name: walk a tree, command: [node, walk.mjs] }
shards: { total: 2, pins: { upload: 1, walk a tree: 2 } }
`;

export interface Stage {
  commands: Commands;
  ledger: CommandLedger;
  /** What GitHub has; tests change it. */
  pull: PullRequest;
  run: WorkflowRun;
  jobs: WorkflowJob[];
  check: StandingCheck;
  permissions: Map<string, Permission>;
  files: Map<string, string>;
  /** Throws in place of the next answers, by method. */
  failures: Map<string, Error>;
  /** By key. */
  replies: Map<string, string>;
  reruns: string[];
  labels: Set<string>;
  woken: string[];
  setNow(ms: number): void;
  judge(series: readonly SeriesVerdict[], words?: JudgeWords): void;
  say(body: string, words?: Partial<Extract<Told, { kind: 'comment' }>>): Promise<string>;
  press(words?: Partial<Extract<Told, { kind: 'button' }>>, id?: string): Promise<string>;
}

export interface JudgeWords {
  attempt?: number;
  atMs?: number;
  commit?: string;
  shards?: readonly number[];
  rest?: Partial<Verdict>;
}

export function makeRed(words: Parameters<typeof makeSeries>[0] = {}): SeriesVerdict {
  return makeSeries({
    ...{ test: 'upload', span: 'send', annotations: {}, state: 'regressed', ratio: 1.2 },
    ...words,
  });
}

const logger: Logger = { log: () => undefined };
/** What it is compared with. */
const ofPullRequest = { kind: 'pull-request', before: base, targetBranch: 'main' } as const;

export function openStage(): Stage {
  const ledger = openTestLedger();
  let nowMs = noonMs;
  let comments = 0;
  const pull: PullRequest = {
    ...{ number, isOpen: true, isMerged: false, head, headRepositoryId: repository.id },
    ...{ headBranch: 'faster', baseBranch: 'main', base, fork: false },
    ...{ author: 'ada', updatedAtMs: noonMs, url: 'https://github.com/acme/sync/pull/12' },
  };
  const run: WorkflowRun = {
    ...{ id: 9001, attempt: 1, path: '.github/workflows/perigee.yml', event: 'pull_request' },
    ...{ head, headRepositoryId: repository.id, headBranch: 'faster', status: 'completed' },
    ...{ conclusion: 'success', createdAtMs: noonMs, url: 'https://github.com/acme/sync/run/1' },
  };
  const jobs = ['Shard 1', 'Shard 2', 'Perigee'].map((name, index): WorkflowJob => ({
    ...{ id: 501 + index, name, attempt: 1, status: 'completed', conclusion: 'success' },
    url: 'https://github.com/acme/sync/job',
  }));
  const check: StandingCheck = {
    id: 1,
    externalId: 'red',
    status: 'completed',
    conclusion: 'failure',
  };
  const replies = new Map<string, string>();
  const reruns: string[] = [];
  const labels = new Set<string>();
  const woken: string[] = [];
  const failures = new Map<string, Error>();
  const permissions = new Map<string, Permission>([
    ['ada', 'write'],
    ['bob', 'admin'],
    ['eve', 'read'],
  ]);
  const files = new Map([
    ['main', suiteText],
    [head, suiteText],
  ]);
  const answer = <T>(method: string, value: () => T): Promise<T> => {
    const failure = failures.get(method);
    return failure === undefined ? Promise.resolve(value()) : Promise.reject(failure);
  };
  const known = {
    readPullRequest: (_at: unknown, wanted: number) =>
      answer('readPullRequest', () => (wanted === number ? { ...pull } : undefined)),
    findPullRequests: (_at: unknown, commit: string) =>
      answer('findPullRequests', () => (commit === pull.head ? [{ ...pull }] : [])),
    readFile: (_at: unknown, _path: string, ref: string) =>
      answer('readFile', () => files.get(ref)),
    findMergeBase: () => answer('findMergeBase', () => base),
    listChangedFiles: () => answer('listChangedFiles', () => ['src/upload.mjs']),
    listWorkflowRuns: (_at: unknown, commit: string) =>
      answer('listWorkflowRuns', () => (commit === run.head ? [{ ...run }] : [])),
    readWorkflowRun: (_at: unknown, id: number) =>
      answer('readWorkflowRun', () => (id === run.id ? { ...run } : undefined)),
    listJobs: () => answer('listJobs', () => jobs),
    rerunJob: (_at: unknown, id: number) => answer('rerunJob', () => startAttempt(`job ${id}`)),
    rerunRun: (_at: unknown, id: number, which: string) =>
      answer('rerunRun', () => startAttempt(`run ${id} ${which}`)),
    readPermission: (_at: unknown, login: string) =>
      answer('readPermission', () => permissions.get(login) ?? 'none'),
    findCheck: () => answer('findCheck', () => ({ ...check })),
    addLabel: (_at: unknown, at: number, label: string) =>
      answer('addLabel', () => {
        if (at === number) labels.add(label);
      }),
    reply: (_at: unknown, at: number, key: string, body: string) =>
      answer('reply', () => {
        if (at === number && !replies.has(key)) replies.set(key, body);
      }),
  };
  function startAttempt(what: string): void {
    reruns.push(what);
    Object.assign(run, { attempt: run.attempt + 1, status: 'in-progress' });
  }
  // What a command does not need, it must not ask for.
  const github = new Proxy(known, {
    get: (target, name) => {
      if (name in target) return target[name as keyof typeof target];
      throw new Error(`a command called ${String(name)}`);
    },
  }) as Partial<GithubSide> as GithubSide;
  const commands = createCommands({
    ...{ github, ledger, logger, nowMs: () => nowMs, signal: new AbortController().signal },
    readers: readHere,
    openArtifacts: () => {
      throw new Error('a command fetched an artifact');
    },
    wake: (subject: Subject) => woken.push(subjectKey(subject)),
  });
  const tell = async (id: string, what: Told): Promise<string> => {
    const before = new Set(replies.keys());
    const delivery: Delivery = {
      ...{ id, receivedAt: new Date(nowMs).toISOString(), repository, what },
    };
    await commands.execute(delivery);
    return [...replies].find(([key]) => !before.has(key))?.[1] ?? '';
  };
  return {
    ...{ commands, ledger, pull, run, jobs, check, permissions, files, failures },
    ...{ replies, reruns, woken, labels },
    setNow: (ms) => {
      nowMs = ms;
    },
    judge: (series, { attempt = 1, atMs = nowMs, commit = head, shards = [0, 1], rest } = {}) => {
      ledger.noteHead({ kind: 'pull-request', repository, number }, commit, atMs);
      const verdict = makeVerdict([...series], { tests: [], ...rest });
      const basis = `${describeBase(ofPullRequest)}.${attempt}`;
      ledger.keepVerdict(makeRunKey(run.id), commit, { attempt, shards, verdict, basis }, atMs);
      nowMs += minuteMs;
    },
    say: (body, words = {}) => {
      comments += 1;
      return tell(`delivery-${comments}`, {
        ...{ kind: 'comment', number, commentId: comments, author: 'ada', authorIsBot: false },
        ...{ writtenAt: new Date(nowMs).toISOString(), body, ...words },
      });
    },
    press: (words = {}, id = 'press-1') =>
      tell(id, {
        ...{ kind: 'button', commit: head, checkRunId: 1, button: 'accept', sender: 'ada' },
        ...words,
      }),
  };
}
