import { listReverts } from '../../../src/gate/record/reverts.ts';
import type { GithubClient } from '../../../src/transport/github/client.ts';
import { listPullRequests } from '../../../src/transport/github/pull-requests.ts';
import type { OwnApp } from '../../../src/transport/github/is-own.ts';
import type { EntryOf } from '../../../src/transport/github/routes.ts';
import type { Fields } from '../../../src/transport/rest/fields.ts';
import { isCommit, keepAnswers } from '../../../src/transport/rest/keep-answers.ts';
import { keepSized } from '../../../src/transport/rest/keep-sized.ts';
import type { Repository } from '../subject.ts';
import { findFirstParent, findMergeBase } from './ancestors.ts';
import type { GithubApi } from './api.ts';
import { findCheck } from './find-check.ts';
import { findIssue } from './find-issue.ts';
import type { GithubSide, RunOrigin, Tree, ListedCommit } from './github-side.ts';
import { knowAnnotations } from './known-annotations.ts';
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
/** Names in folders, of the trees that were compared lately. */
const mostKnownNames = 200_000;
/** It only chooses words: a minute later they are right. */
const requirementKnownMs = 60_000;

/** GitHub as one app sees it. One for a process: it remembers what stays true for a while. */
export function openGithubSide({
  appId,
  client,
}: GithubSideOptions): GithubSide & { slug(): Promise<string> } {
  const { clock } = client.sender;
  const api: GithubApi = { ...client, appId };
  const known = knowAnnotations();
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
  return {
    slug: async () => (await own()).slug,
    readPullRequest: (repository, number) => readPullRequest(api, repository, number),
    listOpenPullRequests: (repository, base) =>
      listPullRequests(
        api,
        { repository, repositoryId: repository.id },
        { state: 'open', ...(base === undefined ? {} : { base }) },
      ),
    findPullRequests: (repository, head) => findPullRequests(api, repository, head),
    listWorkflowRuns: async (repository, head) => {
      const runs = await listWorkflowRuns(api, repository, head);
      for (const run of runs) origins.keep(`${repository.id} ${run.id}`, run, 1);
      return runs;
    },
    listScheduledRuns: (repository) => listScheduledRuns(api, repository),
    readWorkflowRun: (repository, runId) => readWorkflowRun(api, repository, runId),
    findRunOrigin: async (repository, runId) =>
      origins.find(`${repository.id} ${runId}`) ?? readWorkflowRun(api, repository, runId),
    listJobs: (repository, runId) => listJobs(api, repository, runId),
    rerunJob: (repository, jobId) => rerunJob(api, repository, jobId),
    rerunRun: (repository, runId, which) => rerunRun(api, repository, runId, which),
    startWorkflow: (repository, file, branch, inputs) =>
      startWorkflow(api, repository, file, branch, inputs),
    readFile: (repository, path, ref) =>
      keepIf(isCommit(ref), ['file', repository.id, path, ref], () =>
        readFile(api, repository, path, ref),
      ),
    listChangedFiles: (repository, number) => listChangedFiles(api, repository, number),
    findMergeBase: (repository, base, head) =>
      keepIf(isCommit(base) && isCommit(head), ['merge base', repository.id, base, head], () =>
        findMergeBase(api, repository, base, head),
      ),
    findTree: (repository, commit) =>
      keepIf(isCommit(commit), ['tree', repository.id, commit], () =>
        findTree(api, repository, commit),
      ),
    readTree: async (repository, id) => {
      const key = `${repository.id} ${id}`;
      const known = trees.find(key);
      if (known !== undefined) return known;
      const found = await readTree(api, repository, id);
      trees.keep(key, found, found.entries.size + 1);
      return found;
    },
    defaultBranch: (repository) => readDefaultBranch(api, repository),
    listCommits: (repository, tip, pages) => listCommits(api, repository, tip, pages),
    listTags: (repository) => listTags(api, repository),
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
    addLabel: (repository, number, label) => addLabel(api, repository, number, label),
    readPermission: (repository, login) => readPermission(api, repository, login),
    readRequirement: (repository, branch) =>
      requirements.answer([repository.id, branch], () => readRequirement(api, repository, branch)),
    findIssue: async (repository, marker) => findIssue(api, await own(), repository, marker),
    writeIssue: async (repository, issue) => writeIssue(api, await own(), repository, issue),
    listRepositories: () => listRepositories(api),
    redeliverMissed: (sinceMs) => redeliverMissed(api, askedBefore, sinceMs),
  };
}

async function readOwnApp(api: GithubApi): Promise<OwnApp> {
  const app = await api.ask({ what: 'the app itself' }, ({ rest }) => rest.apps.getAuthenticated());
  return { appId: api.appId, slug: app.text('slug') };
}

async function listCommits(
  api: GithubApi,
  repository: Repository,
  tip: string,
  pages: number,
): Promise<ListedCommit[]> {
  const question = { repository, what: `the commits that lead to ${tip}` };
  return api
    .list(question, { mostPages: pages, isCut: true, holdsProse: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.repos.listCommits, { ...at, sha: tip }),
    )
    .then((all) => all.map(parseCommit));
}

type Commit = EntryOf<'GET /repos/{owner}/{repo}/commits'>;

function parseCommit(commit: Fields<Commit>): ListedCommit {
  const message = commit.prose('commit.message');
  const [subject = ''] = message.split('\n', 1);
  return {
    commit: commit.commit('sha'),
    parents: commit.list('parents').map((parent) => parent.commit('sha')),
    tree: commit.commit('commit.tree.sha'),
    committedAtMs: Date.parse(commit.instant('commit.committer.date') ?? '1970-01-01T00:00:00Z'),
    author: commit.optionalText('commit.author.name') ?? '',
    subject: subject.slice(0, 200),
    reverts: listReverts(message),
  };
}

async function listTags(
  api: GithubApi,
  repository: Repository,
): Promise<{ name: string; commit: string }[]> {
  const question = { repository, what: 'the tags' };
  return api
    .list(question, { mostPages: 1, isCut: true }, (octokit, at) =>
      octokit.paginate.iterator(octokit.rest.repos.listTags, { ...at }),
    )
    .then((all) => all.map(parseTag));
}

type Tag = EntryOf<'GET /repos/{owner}/{repo}/tags'>;

function parseTag(tag: Fields<Tag>): { name: string; commit: string } {
  return { name: tag.text('name'), commit: tag.commit('commit.sha') };
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
