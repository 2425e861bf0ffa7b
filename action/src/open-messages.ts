import { renderSummary } from '../../src/report/summary/render-summary.ts';
import type { JobMessages } from '../../src/steps/job/job.ts';
import { summarizeControl } from '../../src/steps/job/summarize-control.ts';
import { summarizeHistory } from '../../src/steps/job/summarize-history.ts';
import { summarizeShard } from '../../src/steps/job/summarize-shard.ts';
import { commentOnPullRequest, type CommentRequest } from './comment-on-pull-request.ts';
import type { ActionLog } from './job-log.ts';

/** What people read of a job on GitHub: its summary, and the comment on the pull request. */
export function openMessages(request: CommentRequest & { log: ActionLog }): JobMessages {
  const { log } = request;
  return {
    async showVerdict(job, { verdict }) {
      const comment = await commentOnPullRequest(request, job.suite.name, verdict);
      const notes = comment.note === undefined ? job.notes : [...job.notes, comment.note];
      await log.summarize(renderSummary(verdict, { notes }));
      return { failed: comment.failed };
    },
    showShard: (...shard) => log.summarize(summarizeShard(...shard)),
    showHistory: (...history) => log.summarize(summarizeHistory(...history)),
    showControl: (...control) => log.summarize(summarizeControl(...control)),
  };
}
