import type { GithubClient } from '../../../src/transport/github/client.ts';
import { listPullRequests } from '../../../src/transport/github/pull-requests.ts';
import type { OwnApp } from '../../../src/transport/github/is-own.ts';
import { keepAnswers } from '../../../src/async/keep-answers.ts';
import { isCommitId } from '../../../src/contract/commit.ts';
import { keepSized } from '../../../src/async/keep-sized.ts';
import type { Repository } from '../subject.ts';
import { findFirstParent, findMergeBase, listCommits, listTags } from './ancestors.ts';
import type { GithubApi } from './api.ts';
import { findCheck, type KnownAnnotations } from './find-check.ts';
import { findIssue } from './find-issue.ts';
import type { CheckContent, RunOrigin, StandingCheck, Tree } from './github-side.ts';
import { listChangedFiles } from './list-changed-files.ts';
import { findPullRequests, readPullRequest } from './pull-requests.ts';
import { readFile } from './read-file.ts';
import { readRequirement } from './read-requirement.ts';
import { findTree, readTree } from './read-tree.ts';
import { type AskedBefore, redeliverMissed } from './redeliver-missed.ts';
import { rememberChecks } from './remember-checks.ts';
import { reply } from './reply.ts';
import { listRepositories, readDefaultBranch, readPermission } from './repositories.ts';
import {
  listJobs,
  listScheduledRuns,
  listWorkflowRuns,
  readWorkflowRun,
  rerunJob,
  rerunRun,
  startWorkflow,
} from './workflow-runs.ts';
import { writeCheck } from './write-check.ts';
import { findComment, writeComment } from './write-comment.ts';
import { writeIssue } from './write-issue.ts';

export interface GithubSideOptions {
  appId: number;
  client: GithubClient;
}

const hourMs = 60 * 60_000;
/** The name of an app changes hardly ever, but then all that it writes has the new one. */
const knownForMs = 10 * 60_000;
/** More than are worked on at one time. */
const mostKnownRuns = 10_000;
/** The same for checks. */
const mostKnownChecks = 10_000;
/** Names in folders, of the trees that were compared lately. */
const mostKnownNames = 200_000;
/** It only chooses words: a minute later they are right. */
const requirementKnownMs = 60_000;

/** GitHub as one app sees it. One for a process: it remembers what stays true for a while. */
export function openGithubSide({ appId, client }: GithubSideOptions) {
  const { clock } = client.sender;
  const api: GithubApi = { ...client, appId };
  const known: KnownAnnotations = keepSized(mostKnownChecks);
  const checks = rememberChecks(clock);
  const origins = keepSized<RunOrigin>(mostKnownRuns);
  const askedBefore: AskedBefore = new Map();
  const trees = keepSized<Tree>(mostKnownNames);
  const ofCommits = keepAnswers(clock, { entries: 500, forMs: hourMs, longestText: 65_536 });
  const requirements = keepAnswers(clock, { entries: 500, forMs: requirementKnownMs });
  const keepIf = <T>(
    isFixed: boolean,
    key: readonly unknown[],
    ask: () => Promise<T>,
  ): Promise<T> => (isFixed ? ofCommits.answer(key, ask) : ask());
  let asked: { own: Promise<OwnApp>; atMs: number } | undefined;
  const own = (): Promise<OwnApp> => {
    const now = clock.monotonicMs();
    if (asked === undefined || now - asked.atMs > knownForMs) {
      asked = { own: readOwnApp(api), atMs: now };
      asked.own.catch(() => (asked = undefined));
    }
    return asked.own;
  };
  /** The same without GitHub as the first of what it takes. */
  const bind =
    <A extends unknown[], R>(ask: (api: GithubApi, ...args: A) => R) =>
    (...args: A): R =>
      ask(api, ...args);
  const bindOwn =
    <A extends unknown[], R>(ask: (api: GithubApi, own: OwnApp, ...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> =>
      ask(api, await own(), ...args);
  return {
    slug: async () => (await own()).slug,
    readPullRequest: bind(readPullRequest),
    /** The open ones, those changed last first. @param base only those that are to be merged into this branch */
    listOpenPullRequests: (repository: Repository, base?: string) =>
      listPullRequests(api, { repository, repositoryId: repository.id }, { state: 'open', base }),
    findPullRequests: bind(findPullRequests),
    listWorkflowRuns: async (repository: Repository, head: string) => {
      const runs = await listWorkflowRuns(api, repository, head);
      for (const run of runs) origins.keep(`${repository.id} ${run.id}`, run, 1);
      return runs;
    },
    listScheduledRuns: bind(listScheduledRuns),
    readWorkflowRun: bind(readWorkflowRun),
    /** The same without what changes while it runs. */
    findRunOrigin: async (repository: Repository, runId: number): Promise<RunOrigin | undefined> =>
      origins.find(`${repository.id} ${runId}`) ?? readWorkflowRun(api, repository, runId),
    listJobs: bind(listJobs),
    rerunJob: bind(rerunJob),
    rerunRun: bind(rerunRun),
    startWorkflow: bind(startWorkflow),
    readFile: (repository: Repository, path: string, ref: string) =>
      keepIf(isCommitId(ref), ['file', repository.id, path, ref], () =>
        readFile(api, repository, path, ref),
      ),
    listChangedFiles: bind(listChangedFiles),
    findMergeBase: (repository: Repository, base: string, head: string) =>
      keepIf(isCommitId(base) && isCommitId(head), ['merge base', repository.id, base, head], () =>
        findMergeBase(api, repository, base, head),
      ),
    findTree: (repository: Repository, commit: string) =>
      keepIf(isCommitId(commit), ['tree', repository.id, commit], () =>
        findTree(api, repository, commit),
      ),
    readTree: async (repository: Repository, id: string) => {
      const key = `${repository.id} ${id}`;
      const known = trees.find(key);
      if (known !== undefined) return known;
      const found = await readTree(api, repository, id);
      trees.keep(key, found, found.entries.size + 1);
      return found;
    },
    defaultBranch: bind(readDefaultBranch),
    listCommits: bind(listCommits),
    listTags: bind(listTags),
    findFirstParent: (repository: Repository, commit: string) =>
      keepIf(isCommitId(commit), ['parent', repository.id, commit], () =>
        findFirstParent(api, repository, commit),
      ),
    findCheck: async (repository: Repository, commit: string): Promise<StandingCheck | undefined> =>
      checks.find(repository, commit) ?? findCheck(api, known, repository, commit),
    /** Updates the check of that id, or makes one; cut to the limits, annotations in portions of 50. */
    writeCheck: async (
      repository: Repository,
      commit: string,
      content: CheckContent,
      id?: number,
    ): Promise<number> => {
      const write = () => writeCheck({ api, known, repository, commit }, content, id);
      return (await checks.note(repository, commit, write)).id;
    },
    /**
     * Our one comment on the pull request: the first with our marker, by our app.
     * @param isOutdated asked right before it is written: many may write before it
     * @returns undefined where it was outdated, and nothing was written
     */
    writeComment: async (
      repository: Repository,
      number: number,
      body: string,
      isOutdated: () => Promise<boolean> = async () => false,
    ): Promise<{ id: number; url: string } | undefined> =>
      writeComment(api, await own(), repository, number, body, isOutdated),
    findComment: async (
      repository: Repository,
      number: number,
    ): Promise<{ id: number; body: string } | undefined> =>
      findComment(api, await own(), repository, number),
    reply: bindOwn(reply),
    addLabel: bind(addLabel),
    readPermission: bind(readPermission),
    readRequirement: (repository: Repository, branch: string) =>
      requirements.answer([repository.id, branch], () => readRequirement(api, repository, branch)),
    findIssue: bindOwn(findIssue),
    writeIssue: bindOwn(writeIssue),
    listRepositories: bind(listRepositories),
    redeliverMissed: (sinceMs: number) => redeliverMissed(api, askedBefore, sinceMs),
  };
}

/**
 * GitHub as the bot sees it: reads of the truth and idempotent writes, each for one repository.
 * Every method throws Unavailable when it helps to wait, and Refused when it does not
 * (no permission, deleted, 404 where something had to be).
 */
export type GithubSide = Omit<ReturnType<typeof openGithubSide>, 'slug'>;

async function readOwnApp(api: GithubApi): Promise<OwnApp> {
  const app = await api.ask({ what: 'the app itself' }, ({ rest }) => rest.apps.getAuthenticated());
  return { appId: api.appId, slug: app.text('slug') };
}

/** GitHub makes a label that the repository does not have yet, and adds none twice. */
async function addLabel(
  api: GithubApi,
  repository: Repository,
  number: number,
  label: string,
): Promise<void> {
  const question = { repository, what: `the label of ${number}` };
  await api.write(question, ({ rest }, at) =>
    rest.issues.addLabels({ ...at, issue_number: number, labels: [label] }),
  );
}
