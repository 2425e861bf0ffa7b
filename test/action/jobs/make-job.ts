/** A job of the action in this process: a real repository and real measuring, with a log that remembers. */
import { readInputs } from '../../../action/src/inputs.ts';
import type { ActionLog } from '../../../action/src/job-log.ts';
import { type ActionJob, openActionJob } from '../../../action/src/open-job.ts';
import type { RuleAnnotation } from '../../../src/report/annotations/annotate-rules.ts';
import {
  cleanEnvironment,
  makeFolder,
  type TestRepository,
} from '../../runner/stage/make-repository.ts';

export interface RememberedLog extends ActionLog {
  said: string[];
  warned: string[];
  annotations: RuleAnnotation[];
  summary: string;
  outputs: Record<string, string>;
}

export function rememberLog(): RememberedLog {
  const log: RememberedLog = {
    said: [],
    warned: [],
    annotations: [],
    summary: '',
    outputs: {},
    say: (sentence) => void log.said.push(sentence),
    warn: (sentence) => void log.warned.push(sentence),
    group: (_title, body) => body(),
    annotate: (annotation) => void log.annotations.push(annotation),
    summarize: (markdown) => {
      log.summary += markdown;
      return Promise.resolve();
    },
    output: (name, value) => void (log.outputs[name] = value),
  };
  return log;
}

export interface JobRequest {
  repository: TestRepository;
  /** The branch was there before. */
  before: string;
  after: string;
  /** Of the action. */
  inputs?: Record<string, string>;
  attempt?: number;
  /** Of GitHub's API. */
  apiUrl?: string;
  /** A pull request of this number instead of a push. */
  pullRequest?: number;
  /** A group of the merge queue instead of a push. */
  isQueued?: boolean;
  /** The branch of the pull request; of a fork. */
  forkBranch?: string;
  /** Of the pull request. */
  labels?: string[];
}

/** The job that a push to main, or a pull request to it, starts. Artifacts go to a folder beside the checkout. */
export async function makeJob(
  request: JobRequest,
): Promise<{ job: ActionJob; log: RememberedLog }> {
  const { repository, before, after, inputs = {}, attempt = 1, labels = [] } = request;
  const { forkBranch, isQueued = false, pullRequest } = request;
  const folder = makeFolder();
  const ours = { full_name: 'acme/sync' };
  const group = {
    ...{ head_sha: after, head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-1' },
    ...{ base_sha: before, base_ref: 'refs/heads/main' },
  };
  const ofBranch = isQueued ? { merge_group: group } : { ref: 'refs/heads/main', before, after };
  const payload =
    pullRequest === undefined
      ? ofBranch
      : {
          pull_request: {
            number: pullRequest,
            labels: labels.map((name) => ({ name })),
            head: {
              sha: after,
              ...(forkBranch === undefined
                ? { ref: 'change', repo: ours }
                : { ref: forkBranch, repo: { full_name: 'mallory/sync' } }),
            },
            base: { sha: before, ref: 'main', repo: ours },
          },
        };
  const log = rememberLog();
  const given: Record<string, string> = { shard: '1', 'shard-total': '1', ...inputs };
  const context = {
    ...{ repo: { owner: 'acme', repo: 'sync' }, runId: 812, runAttempt: attempt },
    eventName: pullRequest === undefined ? (isQueued ? 'merge_group' : 'push') : 'pull_request',
    ...{ payload, sha: after, ref: 'refs/heads/main' },
    ...{ apiUrl: request.apiUrl ?? 'https://api.github.com', serverUrl: 'https://github.com' },
  };
  const job = await openActionJob(
    readInputs((name) => given[name] ?? ''),
    context,
    { ...cleanEnvironment, GITHUB_WORKSPACE: repository.root, RUNNER_TEMP: folder },
    log,
    undefined,
  );
  return { job, log };
}
