import { writeUntouchedShards } from '../../contract/untouched-shards.ts';
import { type Block, fitBlocks } from '../markdown-budget.ts';
import { annotateView, type CheckRemark } from './annotate-view.ts';
import { composeView } from './compose-view.ts';
import { showLines } from './paragraphs.ts';
import { showFoot, showLinks } from './show-foot.ts';
import { writeTitle } from './title.ts';
import type { PullRequestView } from './view.ts';

export interface RenderedCheck {
  /** Plain text of at most 255 characters. */
  title: string;
  /** Markdown of at most 65,535 bytes in UTF-8. */
  summary: string;
  /** The same limit; absent where the summary says it all. */
  text?: string;
  annotations: CheckRemark[];
}

/**
 * What the check `perigee` says: the same words as the comment, without its chart, which checks do not
 * draw. What is folded in the comment is the text below the summary.
 * @param options.file the perigee.yml that the thresholds came from, from the root of the repository
 */
export function renderCheck(
  view: PullRequestView,
  { file = 'perigee.yml' }: { file?: string } = {},
): RenderedCheck {
  const { title, front, back } = composeView(view);
  const text = fitBlocks(back);
  return {
    title: writeTitle(title),
    summary: fitBlocks([
      ...front,
      ...showUntouched(view),
      ...showLinks(view.links),
      ...showFoot(view),
    ]),
    ...(text === '' ? {} : { text }),
    annotations: annotateView(view, file),
  };
}

/** For people, and for the jobs that read it before they set anything up. */
function showUntouched({ untouched }: PullRequestView): Block[] {
  if (untouched === undefined) return [];
  const { shards, total } = untouched;
  const which = shards.length === 1 ? 'One shard has' : `${shards.length} shards have`;
  const sentence = `${which} nothing to measure, of ${total}: this change touches nothing that their tests read.`;
  return showLines([sentence, '', writeUntouchedShards(untouched)]);
}
