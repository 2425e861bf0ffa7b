import { fitBlocks } from '../markdown-budget.ts';
import { showMarker } from '../markdown-text.ts';
import { composeView } from './compose-view.ts';
import { showLines } from './paragraphs.ts';
import { showFoot, showLinks } from './show-foot.ts';
import { showTitle } from './title.ts';
import type { PullRequestView } from './view.ts';

/**
 * The comment on a pull request as GitHub-flavoured Markdown: at most 65,535 bytes, and so fewer than
 * 65,536 characters, whatever the size of the build. What blocks comes first; equal views give equal text.
 * @param options.marker put into an HTML comment on the first line, by which the comment is found again
 */
export function renderComment(view: PullRequestView, options: { marker: string }): string {
  const { title, front, chart, back } = composeView(view);
  return fitBlocks([
    ...showLines([showMarker(options.marker), `### ${showTitle(title)}`]),
    ...front,
    ...showLinks(view.links),
    ...showFoot(view),
    ...chart,
    ...back,
  ]);
}
