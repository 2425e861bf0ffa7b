import { readApiUrl } from '../../../src/transport/rest/api-url.ts';
import { type RestClock, systemClock } from '../../../src/transport/rest/clock.ts';
import { keepSized } from '../../../src/transport/rest/keep-sized.ts';
import { keepLimitPauses } from '../../../src/transport/rest/pause-on-limits.ts';
import { keepTagged } from '../../../src/transport/rest/keep-tagged.ts';
import { createApi, type GithubApi } from './api.ts';
import { connectApp } from './connect-app.ts';
import { findCheck } from './find-check.ts';
import { findFirstParent } from './find-first-parent.ts';
import { findIssue } from './find-issue.ts';
import { findMergeBase } from './find-merge-base.ts';
import { findPullRequests } from './find-pull-requests.ts';
import type { GithubSide, RunOrigin } from './github-side.ts';
import type { OwnApp } from './is-own.ts';
import { knowAnnotations } from './known-annotations.ts';
import { limitAtOnce } from '../../../src/transport/rest/limit-at-once.ts';
import { listChangedFiles } from './list-changed-files.ts';
import { listJobs } from './list-jobs.ts';
import { listOpenPullRequests } from './list-open-pull-requests.ts';
import { listRepositories } from './list-repositories.ts';
import { listWorkflowRuns } from './list-workflow-runs.ts';
import { isCommit, keepAnswers } from '../../../src/transport/rest/keep-answers.ts';
import { queueWrites } from '../../../src/transport/github/queue-writes.ts';
import { readDefaultBranch } from './read-default-branch.ts';
import { readFile } from './read-file.ts';
import { readPermission } from './read-permission.ts';
import { readPullRequest } from './read-pull-request.ts';
import { readRequirement } from './read-requirement.ts';
import { readWorkflowRun } from './read-workflow-run.ts';
import { type AskedBefore, redeliverMissed } from './redeliver-missed.ts';
import { rememberChecks } from './remember-checks.ts';
import { reply } from './reply.ts';
import { rerunJob } from './rerun-job.ts';
import { rerunRun } from './rerun-run.ts';
import { sendRequest } from './send-request.ts';
import { shareBudget } from '../../../src/transport/rest/share-budget.ts';
import { findComment, writeComment } from './write-comment.ts';
import { writeCheck } from './write-check.ts';
import { writeIssue } from './write-issue.ts';
import { Unavailable } from '../../../src/transport/platform-errors.ts';

export interface GithubSideOptions {
  appId: number;
  /** PEM. */
  privateKey: string;
  /** `https://api.github.com`, or `https://HOST/api/v3`. */
  apiUrl: string;
  userAgent?: string;
  /** From the begin of one write of an installation to the next. GitHub asks for a second. */
  writeSpacingMs?: number;
  /** Comments and issues that an installation may make in an hour. GitHub allows about 500. */
  creationsPerHour?: number;
  /** How long one answer may take. */
  patienceMs?: number;
  clock?: RestClock;
  /** Aborted: nothing is asked any more. */
  signal?: AbortSignal;
}

const hourMs = 60 * 60_000;
/** GitHub allows a hundred, of all programs that act as the app. */
const mostAtOnce = 50;
/** The name of an app changes hardly ever, but then all that it writes has the new one. */
const knownForMs = 10 * 60_000;
/** What is kept of a pull request, its comment with it, has some ten thousand. */
const mostTaggedCharacters = 20_000_000;
/** More than are worked on at one time. */
const mostKnownRuns = 10_000;
/** It only chooses words: a minute later they are right. */
const requirementKnownMs = 60_000;

/**
 * GitHub as one app sees it. One for a process: it knows the limits.
 * @throws UserError for an address or a key that cannot be one; nothing is asked yet
 */
export function openGithubSide(
  options: GithubSideOptions,
): GithubSide & { slug(): Promise<string> } {
  const { clock = systemClock } = options;
  const api = openApi(options);
  const known = knowAnnotations();
  const checks = rememberChecks(clock);
  const origins = keepSized<RunOrigin>(mostKnownRuns);
  const askedBefore: AskedBefore = new Map();
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
  return {
    slug: async () => (await own()).slug,
    readPullRequest: (repository, number) => readPullRequest(api, repository, number),
    listOpenPullRequests: (repository, base) =>
      listOpenPullRequests(api, repository, base === undefined ? {} : { base }),
    findPullRequests: (repository, head) => findPullRequests(api, repository, head),
    listWorkflowRuns: async (repository, head) => {
      const runs = await listWorkflowRuns(api, repository, head);
      for (const run of runs) origins.keep(`${repository.id} ${run.id}`, run, 1);
      return runs;
    },
    readWorkflowRun: (repository, runId) => readWorkflowRun(api, repository, runId),
    findRunOrigin: async (repository, runId) =>
      origins.find(`${repository.id} ${runId}`) ?? readWorkflowRun(api, repository, runId),
    listJobs: (repository, runId) => listJobs(api, repository, runId),
    rerunJob: (repository, jobId) => rerunJob(api, repository, jobId),
    rerunRun: (repository, runId, which) => rerunRun(api, repository, runId, which),
    readFile: (repository, path, ref) =>
      keepIf(isCommit(ref), ['file', repository.id, path, ref], () =>
        readFile(api, repository, path, ref),
      ),
    listChangedFiles: (repository, number) => listChangedFiles(api, repository, number),
    findMergeBase: (repository, base, head) =>
      keepIf(isCommit(base) && isCommit(head), ['merge base', repository.id, base, head], () =>
        findMergeBase(api, repository, base, head),
      ),
    defaultBranch: (repository) => readDefaultBranch(api, repository),
    findFirstParent: (repository, commit) =>
      keepIf(isCommit(commit), ['parent', repository.id, commit], () =>
        findFirstParent(api, repository, commit),
      ),
    findCheck: async (repository, commit) =>
      checks.find(repository, commit) ?? findCheck(api, known, repository, commit),
    writeCheck: async (repository, commit, content, id) => {
      const write = () => writeCheck({ api, known, repository, commit }, content, id);
      return (await checks.note(repository, commit, write)).id;
    },
    writeComment: async (repository, number, body, isOutdated = async () => false) =>
      writeComment(api, await own(), repository, number, body, isOutdated),
    findComment: async (repository, number) => findComment(api, await own(), repository, number),
    reply: async (repository, number, key, body) =>
      reply(api, await own(), repository, number, key, body),
    readPermission: (repository, login) => readPermission(api, repository, login),
    readRequirement: (repository, branch) =>
      requirements.answer([repository.id, branch], () => readRequirement(api, repository, branch)),
    findIssue: async (repository, marker) => findIssue(api, await own(), repository, marker),
    writeIssue: async (repository, issue) => writeIssue(api, await own(), repository, issue),
    listRepositories: () => listRepositories(api),
    redeliverMissed: (sinceMs) => redeliverMissed(api, askedBefore, sinceMs),
  };
}

function openApi(options: GithubSideOptions): GithubApi {
  const { appId, privateKey, userAgent = 'perigee', clock = systemClock } = options;
  const { writeSpacingMs = 1000, creationsPerHour = 450, patienceMs = 20_000 } = options;
  const { signal = new AbortController().signal } = options;
  const apiUrl = readApiUrl(options.apiUrl);
  const parts = {
    connection: connectApp({ appId, privateKey, apiUrl, userAgent, patienceMs }),
    pauses: keepLimitPauses({ service: 'GitHub', clock, refuse: refuseFor }),
    budget: shareBudget(clock, 'the requests of this hour'),
    ...{ clock, patienceMs, signal },
  };
  const atOnce = limitAtOnce(mostAtOnce);
  const fixed = { limit: creationsPerHour, windowMs: hourMs };
  return createApi({
    appId,
    send: (request) => atOnce(() => sendRequest(parts, request)),
    writes: queueWrites(clock, writeSpacingMs, signal),
    creations: shareBudget(clock, 'the comments of this hour', fixed),
    answers: keepTagged(mostTaggedCharacters),
  });
}

const refuseFor = (message: string, options: { retryAfterMs: number }): Unavailable =>
  new Unavailable(message, options);

async function readOwnApp(api: GithubApi): Promise<OwnApp> {
  const question = { what: 'the app itself', route: 'GET /app' };
  const slug = await api.read(question, (app) => app.text('slug'));
  return { appId: api.appId, slug };
}
