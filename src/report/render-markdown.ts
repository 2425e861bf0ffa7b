import type { Verdict } from '../contract/documents.ts';
import { markdownLimitBytes, printMarkdown } from './print-markdown.ts';
import { arrangeView } from './pull-request/compose-view.ts';
import { viewVerdict, type VerdictOptions } from './verdict-view.ts';

export interface MarkdownOptions extends VerdictOptions {
  /** Put into an HTML comment on the first line, so that a comment can be found and updated. */
  marker?: string;
  /** For what the caller writes around it. */
  reservedBytes?: number;
}

/** The verdict as a comment: at most 65,535 bytes whatever the size of the build, the worst first. */
export function renderMarkdown(verdict: Verdict, options: MarkdownOptions = {}): string {
  const { marker, reservedBytes = 0, ...rest } = options;
  return printMarkdown(arrangeView(viewVerdict(verdict, rest)), {
    limitBytes: markdownLimitBytes - reservedBytes,
    marker,
  });
}
