import { AnswerTooLarge, Refused, unlessMissing } from '../platform-errors.ts';
import { readFields } from '../rest/fields.ts';
import { createSizedCache } from '../../async/sized-cache.ts';
import { readAnswer } from '../rest/read-answer.ts';
import type { RestAnswer } from '../rest/sender.ts';
import type { PipelineAnswer, RefusalAnswer } from './answers.ts';
import type { BuildkiteBuild, BuildkiteBuilds, BuildkiteOrigin, ScheduledBuild } from './builds.ts';
import type { BuildkiteClient, BuildkiteQuestion } from './client.ts';
import { nameOfClone, readBuildkitePipeline, readBuildkiteRun } from './names.ts';
import {
  parseBuildkiteBuild,
  parseBuildkiteOrigin,
  parseScheduledBuild,
  readJobId,
} from './parse-build.ts';

/** How long it is believed which repository a pipeline is of, and how large its builds are. */
const rememberedMs = 60 * 60_000;
const mostBuilds = 100;
/** Without their jobs, builds are small. */
const scheduledPage = 100;
const mostScheduledPages = 3;
/** A few bytes each. */
const mostOrigins = 5000;
const withRetries = { include_retried_jobs: 'true' };

/** How much of a list one answer has room for. */
interface PageSize {
  perPage: number;
}

/**
 * Each a multiple of the next, so that what was read ends where a page of the next size begins. A build has
 * some 4 KB for each of its jobs, so that five of 800 jobs fit into an answer, and one of 4,000.
 */
const sizes = [20, 5, 1] as const;
/** Share of the 50 requests that a user has in a minute. */
const mostRequests = 10;

interface KnownPipeline {
  repository: string | undefined;
  pageSize: PageSize;
  untilMs: number;
}

/** The token needs `read_builds` and `read_pipelines`; to retry, `retry_builds` or `write_builds` too. */
export function openBuildkiteBuilds(client: BuildkiteClient): BuildkiteBuilds {
  const { clock } = client.sender;
  const pipelines = new Map<string, KnownPipeline>();

  const findPipeline = async (
    name: string,
    question: BuildkiteQuestion,
  ): Promise<KnownPipeline> => {
    const now = clock.monotonicMs();
    const known = pipelines.get(name);
    if (known !== undefined && known.untilMs > now) return known;
    const answer = await client.getJson(question);
    const where = `Buildkite’s answer about ${question.what}`;
    const repository = nameOfClone(
      readFields<PipelineAnswer>(answer, where).text('repository'),
    )?.toLowerCase();
    for (const [other, { untilMs }] of pipelines) if (untilMs <= now) pipelines.delete(other);
    const found = { repository, pageSize: { perPage: sizes[0] }, untilMs: now + rememberedMs };
    pipelines.set(name, found);
    return found;
  };

  const readBuild: BuildkiteBuilds['readBuild'] = async (runId, signal) => {
    const { path, number } = readBuildkiteRun(runId);
    const question = { path, query: withRetries, what: `build ${runId}`, signal };
    const answer = await unlessMissing(client.getJson(question), [404, 410]);
    if (answer === undefined) return undefined;
    const build = parseBuildkiteBuild(answer, pipelineOf(runId));
    if (build.number === number) return build;
    throw new Refused('ci-strange-answer', 'Buildkite answered about another build');
  };

  const origins = createSizedCache<BuildkiteOrigin>(mostOrigins);
  const readOrigin: BuildkiteBuilds['readOrigin'] = async (runId, signal) => {
    const known = origins.find(runId);
    if (known !== undefined) return known;
    const { path } = readBuildkiteRun(runId);
    const query = { exclude_jobs: 'true' };
    const question = { path, query, what: `build ${runId}`, signal };
    const answer = await unlessMissing(client.getJson(question), [404, 410]);
    if (answer === undefined) return undefined;
    const origin = parseBuildkiteOrigin(answer, pipelineOf(runId));
    origins.keep(runId, origin, 1);
    return origin;
  };

  /** A pipeline is named by the repository that it is to judge. @throws Refused where it is of another one */
  const findOwn = async (
    pipeline: string,
    repository: string,
    signal: AbortSignal,
  ): Promise<{ pageSize: PageSize; path: string }> => {
    const path = readBuildkitePipeline(pipeline);
    const found = await findPipeline(pipeline, { path, what: `pipeline ${pipeline}`, signal });
    if (found.repository !== repository.toLowerCase()) {
      throw refuseOther(pipeline, found.repository, repository);
    }
    return { pageSize: found.pageSize, path: `${path}/builds` };
  };

  return {
    readOrigin,
    listScheduled: async (pipeline, { branch, repository, sinceMs }, signal) => {
      const { path } = await findOwn(pipeline, repository, signal);
      const question = { path, what: `scheduled builds of pipeline ${pipeline}`, signal };
      const created_from = new Date(sinceMs).toISOString();
      const asked = { branch, created_from, exclude_jobs: 'true', exclude_pipeline: 'true' };
      const found = new Map<string, ScheduledBuild>();
      for (let page = 1; page <= mostScheduledPages; page++) {
        const query = { ...asked, per_page: String(scheduledPage), page: String(page) };
        const answer = listAnswer(await client.getJson({ ...question, query }), pipeline);
        for (const each of answer) {
          const build = parseScheduledBuild(each, pipeline, branch);
          if (build !== undefined) found.set(build.runId, build);
        }
        if (answer.length < scheduledPage) break;
      }
      return [...found.values()];
    },
    listBuilds: async (pipeline, repository, commit, signal) => {
      const { pageSize, path } = await findOwn(pipeline, repository, signal);
      const about = `builds of ${commit} in pipeline ${pipeline}`;
      const question = { path, what: about, signal };
      // Each build would repeat the whole pipeline, with all of its steps.
      const asked = { ...withRetries, exclude_pipeline: 'true', commit };
      const all = await listInPages(pageSize, mostBuilds, async ({ page, perPage }) => {
        const query = { ...asked, per_page: String(perPage), page: String(page) };
        return readPage(await client.getJson({ ...question, query }), pipeline, commit);
      });
      // One that begins meanwhile moves the others on, so that the last of a page comes twice.
      return [...new Map(all.map((build) => [build.number, build])).values()];
    },
    readBuild,
    retryJob: async (runId, jobId, signal) => {
      const { path } = readBuildkiteRun(runId);
      const what = `the retry of job ${readJobId(jobId)} in build ${runId}`;
      const question = { path: `${path}/jobs/${jobId}/retry`, what, signal };
      const answer = await client.put(question);
      const refusal = explainRefusedRetry(what, answer);
      if (refusal === undefined) {
        readAnswer(client.sender.service, what, answer);
        return;
      }
      // Another process may have been faster, or the answer to an earlier try was lost: then it is done.
      const build = await readBuild(runId, signal);
      const job = build?.jobs.find(({ id }) => id === jobId);
      if (job?.retriedIn === undefined) throw refusal;
    },
  };
}

/**
 * The first entries of a list, newest first. A page that is too large an answer is asked for again as smaller
 * ones. After ten requests what was read is all that is given: the oldest are left out.
 * @param size keeps what fitted, so that the next listing starts with that
 * @throws AnswerTooLarge when a single entry is
 */
async function listInPages<T>(
  size: PageSize,
  most: number,
  readPage: (page: { page: number; perPage: number }) => Promise<readonly T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let asked = 0; asked < mostRequests && all.length < most; asked++) {
    const { perPage } = size;
    try {
      const found = await readPage({ page: all.length / perPage + 1, perPage });
      all.push(...found.slice(0, perPage));
      if (found.length < perPage) break;
    } catch (error) {
      const smaller = sizes.find((each) => each < perPage);
      if (!(error instanceof AnswerTooLarge) || smaller === undefined) throw error;
      // Never more again: a concurrent listing may be further down.
      size.perPage = Math.min(size.perPage, smaller);
    }
  }
  return all.slice(0, most);
}

function readPage(answer: unknown, pipeline: string, commit: string): BuildkiteBuild[] {
  const builds = listAnswer(answer, pipeline).map((each) => parseBuildkiteBuild(each, pipeline));
  if (builds.every((build) => build.commit === commit)) return builds;
  throw new Refused('ci-strange-answer', 'Buildkite answered about another commit');
}

function listAnswer(answer: unknown, pipeline: string): unknown[] {
  if (Array.isArray(answer)) return answer;
  throw new Refused('ci-strange-answer', `Buildkite’s answer about ${pipeline} is no list`);
}

function pipelineOf(runId: string): string {
  return runId.slice(0, runId.lastIndexOf('/'));
}

/** A pipeline is named by the repository that it is to judge; it may be another repository's. */
function refuseOther(pipeline: string, found: string | undefined, repository: string): Refused {
  const message = `the pipeline ${pipeline} is of the repository ${found ?? 'of another kind'}, not of ${repository}`;
  return new Refused('ci-not-found', message);
}

/**
 * Why a job is not retried, in words that say what to change; undefined for any other answer.
 *
 * Buildkite says 403 to a token without the scope, 400 where the job does not permit it, and 422 where its
 * build does not. A job that passed needs `retry.manual.permit_on_passed`, which is true unless its step
 * says otherwise.
 */
function explainRefusedRetry(what: string, answer: RestAnswer): Refused | undefined {
  const remedy = remedies.get(answer.status);
  if (remedy === undefined) return undefined;
  const said = `Buildkite said ${answer.status} for ${what}${readReason(answer.text)}`;
  return new Refused('ci-not-allowed', `${said}${remedy}`);
}

const remedies: ReadonlyMap<number, string> = new Map([
  [400, ': its step has to permit retries, `retry.manual` with `permit_on_passed: true`'],
  [
    403,
    ': the token has to have the scope retry_builds or write_builds, and its user the pipeline',
  ],
  // A build that was canceled is left as it is: there is nothing to set.
  [422, ''],
]);

function readReason(text: string): string {
  try {
    const reason = readFields<RefusalAnswer>(JSON.parse(text), '').optionalText('message');
    return reason === undefined ? '' : `, “${reason.slice(0, 200)}”`;
  } catch {
    // A proxy that answers with a page has no reason to tell.
    return '';
  }
}
