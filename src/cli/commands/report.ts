import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../../contract/documents.ts';
import { exitCode, type ExitCode } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { renderHtml } from '../../report/render-html.ts';
import { renderJson } from '../../report/render-json.ts';
import { renderMarkdown } from '../../report/render-markdown.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import type { ReportOptions } from '../options.ts';
import { readPageParts } from '../page-parts.ts';
import { findRun, runFiles } from '../run-folder.ts';
import { terminalOptions } from '../terminal-options.ts';
import { findRoot } from '../workplace.ts';

/** `perigee report`: a run again, in any form. */
export async function report(run: string | undefined, options: ReportOptions): Promise<ExitCode> {
  const folder = findRun(findRoot(process.cwd()), run, runFiles.verdict);
  const file = join(folder, runFiles.verdict);
  const verdict = parseDocument('verdict', readFileSync(file, 'utf8'), file);
  const text = render(verdict, options);
  if (options.output === undefined) process.stdout.write(text);
  else writeFileSync(options.output, text);
  return Promise.resolve(exitCode.nothingRegressed);
}

function render(verdict: Verdict, { format, output }: ReportOptions): string {
  switch (format) {
    case 'terminal':
      return renderTerminal(verdict, {
        ...terminalOptions(process.stdout),
        ...(output === undefined ? {} : { colour: false, columns: 100 }),
      });
    case 'markdown':
      return renderMarkdown(verdict);
    case 'json':
      return renderJson(verdict);
    case 'html':
      return renderHtml(verdict, readPageParts());
  }
}
