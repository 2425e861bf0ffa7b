import { printMarkdown } from '../print-markdown.ts';
import { arrange, composeView } from './compose-view.ts';
import { titleBlock } from './title-view.ts';
import type { PullRequestView } from './view.ts';

/**
 * The comment on a pull request as GitHub-flavoured Markdown: at most 65,535 bytes, and so fewer than
 * 65,536 characters, whatever the size of the build. What blocks comes first; equal views give equal text.
 * @param options.marker put into an HTML comment on the first line, by which the comment is found again
 */
export function renderComment(view: PullRequestView, options: { marker: string }): string {
  const composed = composeView(view);
  return printMarkdown([titleBlock(composed.title), ...arrange(composed)], options);
}
