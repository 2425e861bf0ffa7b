import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunRecord, Verdict } from '../contract/documents.ts';
import { renderHtml } from '../report/render-html.ts';
import { renderJson } from '../report/render-json.ts';
import { renderTerminal } from '../report/render-terminal.ts';
import { readPageParts } from './page-parts.ts';
import { runFiles, runsFolder } from './run-folder.ts';
import { terminalOptions } from './terminal-options.ts';

/**
 * Writes verdict and page beside the record, and shows the verdict.
 * @param goOn the command that goes on with the run when it was interrupted
 */
export function publish(root: string, record: RunRecord, verdict: Verdict, goOn: string): void {
  const folder = join(runsFolder(root), record.id);
  const page = join(folder, runFiles.page);
  writeFileSync(join(folder, runFiles.verdict), renderJson(verdict));
  writeFileSync(page, renderHtml(verdict, readPageParts()));
  process.stdout.write(`\n${renderTerminal(verdict, terminalOptions(process.stdout))}`);
  process.stdout.write(`\nPage:  ${page}\nAgain: perigee report ${record.id}\n`);
  if (record.status === 'interrupted') {
    process.stdout.write(`Go on: ${goOn}\n`);
  }
  process.stdout.write(`Logs:  ${relative(process.cwd(), join(folder, 'logs'))}\n`);
}
