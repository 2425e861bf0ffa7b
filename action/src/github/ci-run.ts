import { stat } from 'node:fs/promises';
import type { context } from '@actions/github';
import { UserError } from '../../../src/contract/user-error.ts';
import { type Fields, readFields as read } from '../../../src/transport/rest/fields.ts';

/** The part of `@actions/github` that describes this job. */
export type JobContext = Pick<
  typeof context,
  'apiUrl' | 'eventName' | 'payload' | 'ref' | 'repo' | 'runAttempt' | 'runId' | 'serverUrl' | 'sha'
> &
  // Runners of one's own may leave them out.
  Partial<Pick<typeof context, 'actor' | 'job' | 'workflow'>>;

/** Which run of which workflow this is, checked. */
export interface CiRun {
  repository: { owner: string; name: string };
  /** It stays when the repository gets another name. */
  repositoryId?: number;
  /** Path of the workflow, or its name where the runner does not tell. */
  workflow?: string;
  /** Its name in the workflow. */
  job?: string;
  /** The account that started the run, e.g. `dependabot[bot]`. */
  actor?: string;
  /** The same for all jobs and attempts. */
  runId: string;
  /** Counted from 1. */
  attempt: number;
  /** e.g. https://api.github.com */
  apiUrl: string;
  /** The page of this attempt. */
  url: string;
  /** The folder of the checkout. */
  workspace: string;
  /** For files that end with the job. */
  temporaryFolder: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** GitHub sends no larger event. */
const mostBytes = 25 * 2 ** 20;

/**
 * Loads the package, which reads the event as it is loaded: of any size, without the name of a file that is not JSON,
 * and as empty where there is none.
 * @throws UserError when the event cannot be read
 */
export async function loadContext({
  GITHUB_EVENT_PATH: file = '',
}: Environment): Promise<JobContext> {
  const refuse = (seen: string, cause?: unknown): UserError =>
    new UserError({
      where: file === '' ? 'GITHUB_EVENT_PATH' : file,
      seen,
      expected: 'the event that started this job, as JSON',
      remedy: 'let GitHub, or a runner like it, start this job',
      cause,
    });
  const { size } = await stat(file).catch((error: unknown) => {
    throw refuse('it cannot be read', error);
  });
  if (size > mostBytes) throw refuse('the file is larger than 25 MiB');
  try {
    return (await import('@actions/github')).context;
  } catch (error) {
    throw error instanceof SyntaxError ? refuse('this is not JSON', error) : error;
  }
}

/** @throws UserError that names the variable which is missing or is not what GitHub sets */
export function readCiRun(context: JobContext, environment: Environment): CiRun {
  const fields = readFields(
    {
      GITHUB_REPOSITORY: context.repo,
      GITHUB_RUN_ID: context.runId,
      // Runners of one's own leave it out.
      GITHUB_RUN_ATTEMPT: Number.isNaN(context.runAttempt) ? 1 : context.runAttempt,
      GITHUB_API_URL: context.apiUrl,
      GITHUB_SERVER_URL: context.serverUrl,
      GITHUB_WORKSPACE: environment['GITHUB_WORKSPACE'],
      RUNNER_TEMP: environment['RUNNER_TEMP'],
    },
    'the environment of this job',
  );
  const owner = readName(fields, 'GITHUB_REPOSITORY.owner');
  const name = readName(fields, 'GITHUB_REPOSITORY.repo');
  const runId = readCount(fields, 'GITHUB_RUN_ID');
  const attempt = readCount(fields, 'GITHUB_RUN_ATTEMPT');
  const server = readUrl(fields, 'GITHUB_SERVER_URL');
  return {
    repository: { owner, name },
    ...readRepositoryId(environment),
    ...leaveOutEmpty({
      workflow: findWorkflowFile(environment) ?? context.workflow,
      job: context.job,
      actor: context.actor,
    }),
    runId: String(runId),
    attempt,
    apiUrl: readUrl(fields, 'GITHUB_API_URL'),
    url: `${server}/${owner}/${name}/actions/runs/${runId}/attempts/${attempt}`,
    workspace: fields.text('GITHUB_WORKSPACE'),
    temporaryFolder: fields.text('RUNNER_TEMP'),
  };
}

function leaveOutEmpty(texts: Record<'workflow' | 'job' | 'actor', string | undefined>) {
  const given = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(given) as Partial<Record<keyof typeof texts, string>>;
}

/** e.g. `acme/sync/.github/workflows/perf.yml@refs/pull/7/merge`: two workflows may have one name. */
function findWorkflowFile({
  GITHUB_WORKFLOW_REF: reference = '',
}: Environment): string | undefined {
  return /^[^/]+\/[^/]+\/(.+?)@/.exec(reference)?.[1];
}

/** Runners of one's own may leave it out. */
function readRepositoryId({
  GITHUB_REPOSITORY_ID: id = '',
}: Environment): Pick<CiRun, 'repositoryId'> {
  return /^[1-9]\d{0,14}$/.test(id) ? { repositoryId: Number(id) } : {};
}

function readName(fields: Fields, path: string): string {
  const name = fields.text(path);
  if (/^[\w.-]{1,100}$/.test(name)) return name;
  throw fields.refuse(path, 'name that GitHub allows');
}

function readCount(fields: Fields, path: string): number {
  const count = fields.whole(path);
  if (count > 0) return count;
  throw fields.refuse(path, 'number from 1');
}

function readUrl(fields: Fields, path: string): string {
  const text = fields.text(path);
  if (fields.link(path) !== undefined && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw fields.refuse(path, 'web address');
}

/** Reads what GitHub has written for this job. @param where how messages call it, e.g. "the event (push)" */
export function readFields(value: unknown, where: string): Fields {
  return read(value, where, (_where, path, expected, seen) => {
    const found = seen === undefined ? 'nothing' : JSON.stringify(seen).slice(0, 100);
    return new UserError({
      where: `${where}, at ${path}`,
      seen: `${found} is written there`,
      expected: `a ${expected}`,
      remedy: 'let GitHub start this job; an event that is written by hand needs the same fields',
    });
  });
}
