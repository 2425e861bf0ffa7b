import { printMarkdown } from '../print-markdown.ts';
import { arrangeView } from './compose-view.ts';
import type { PullRequestView } from './view.ts';

/**
 * The comment on a pull request as GitHub-flavoured Markdown: at most 65,535 bytes, and so fewer than
 * 65,536 characters, whatever the size of the build. What blocks comes first; equal views give equal text.
 * @param options.marker put into an HTML comment on the first line, by which the comment is found again
 */
export function renderComment(view: PullRequestView, options: { marker: string }): string {
  return printMarkdown(arrangeView(view), options);
}
