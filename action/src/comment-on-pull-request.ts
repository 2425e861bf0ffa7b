import type { Verdict } from '../../src/contract/documents.ts';
import { patchOf } from '../../src/report/patch-command.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { cutPlain } from '../../src/report/plain-text.ts';
import { formatCode, formatProse } from '../../src/report/markdown-text.ts';
import { linkRules } from '../../src/report/pull-request/foot.ts';
import type { ViewLinks } from '../../src/report/pull-request/view.ts';
import type { CiRun } from './github/ci-run.ts';
import { connectGithub, type GithubApi } from './github/connect.ts';
import { findAppCheck } from './github/find-app-check.ts';
import { postComment } from './github/post-comment.ts';
import { Refused, Unavailable } from '../../src/transport/platform-errors.ts';
import type { JobLog } from '../../src/pipeline/job/job.ts';
import type { Inputs } from './inputs.ts';
import type { Trigger } from './trigger.ts';

export interface CommentRequest {
  ci: CiRun;
  inputs: Pick<Inputs, 'comment' | 'config' | 'matrix' | 'token'>;
  log: JobLog;
  trigger: Trigger;
}

export interface Commented {
  /** For the readers of the summary. */
  note?: string;
  /** The workflow asks for a comment, and there is none. */
  failed: boolean;
}

const nothingToDo: Commented = { failed: false };
/** For the marker, and the lines around the verdict. */
const reservedBytes = 3000;
/** GitHub gives its runs the token of a fork. */
const dependabot = 'dependabot[bot]';

/** Comments where no app of ours does, and this job may. */
export async function commentOnPullRequest(
  request: CommentRequest,
  suite: string,
  verdict: Verdict,
): Promise<Commented> {
  const { ci, inputs, log, trigger } = request;
  const { pullRequest } = trigger;
  if (pullRequest === undefined || inputs.comment === 'never') return nothingToDo;
  const refuse = (why: string): Commented => {
    const note = `this job did not comment on the pull request: ${why}`;
    log.say(note);
    return { note, failed: inputs.comment === 'always' };
  };
  const api = await connectGithub(inputs.token, ci.apiUrl, ci.repository);
  if (api === undefined) return refuse('it has no token');
  try {
    return await write(request, { suite, verdict, pullRequest }, api, refuse);
  } catch (error) {
    const isForbidden = error instanceof Refused && error.code !== 'ci-strange-answer';
    const reader = trigger.fork
      ? 'of a fork'
      : ci.actor === dependabot
        ? 'of Dependabot'
        : undefined;
    if (isForbidden && reader !== undefined) {
      return refuse(`a job ${reader} may only read (${error.message}); the summary says the same`);
    }
    if (error instanceof Refused || error instanceof Unavailable) return refuse(error.message);
    // In any case the verdict is reported.
    const what = error instanceof Error ? error.message : String(error);
    return refuse(`GitHub's answer was not understood (${what.slice(0, 200)})`);
  }
}

/** Links to the run, and to the lines that set the limits. */
export function linkRun(
  { url: run }: Pick<CiRun, 'url'>,
  { config }: Pick<Inputs, 'config'>,
  { build }: Pick<Verdict, 'build'>,
): Pick<ViewLinks, 'run' | 'rules'> {
  return { run, ...linkRules(run, build.before.commit, config) };
}

async function write(
  { ci, inputs, log, trigger }: CommentRequest,
  { suite, verdict, pullRequest }: { suite: string; verdict: Verdict; pullRequest: number },
  api: GithubApi,
  refuse: (why: string) => Commented,
): Promise<Commented> {
  if (inputs.comment === 'auto') {
    const app = await findAppCheck(api, trigger.head.commit);
    if (app !== undefined) {
      log.say(`the app ${app.app} comments on this pull request`);
      return nothingToDo;
    }
  }
  const { config, matrix } = inputs;
  const { job, workflow } = ci;
  const { targetBranch } = trigger;
  const where = [matrix, job, workflow].filter((each) => each !== undefined);
  const named = where.map((each) => formatCode(cutPlain(each, 200))).join(' of ');
  const foot = named === '' ? '' : `\n<sub>Job ${named}</sub>\n`;
  const result = await postComment(api, {
    ...{ pullRequest, head: trigger.head.commit, suite },
    ...(targetBranch === undefined ? {} : { targetBranch }),
    measuredBy: [...where, config],
    body:
      renderMarkdown(verdict, {
        ...{ links: linkRun(ci, inputs, verdict), patch: patchOf(config), reservedBytes },
      }) + foot,
    shortBody: `**${formatProse(verdict.headline)}** (${formatCode(suite)}; details: ${ci.url})\n${foot}`,
  });
  if ('why' in result) return refuse(result.why);
  log.say(`comment ${result.kind}: ${result.url}`);
  return nothingToDo;
}
