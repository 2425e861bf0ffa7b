import { join } from 'node:path';
import type { RunRecord, Verdict } from '../contract/documents.ts';
import { keepVerdict } from '../steps/keep-verdict.ts';
import { renderTerminal } from '../report/render-terminal.ts';
import { writeClosingLines } from './closing-lines.ts';
import { readPageParts } from './page-parts.ts';
import { runsFolder } from './run-folder.ts';
import { terminalOptions } from './terminal-options.ts';

export interface Commands {
  /** How the person calls Perigee. */
  program: string;
  /** The command that goes on with the run when it was interrupted. */
  goOn: string;
}

/** Writes verdict and page beside the record, and shows the verdict. */
export function present(
  root: string,
  record: RunRecord,
  verdict: Verdict,
  { program, goOn }: Commands,
): void {
  const { id, status } = record;
  const folder = join(runsFolder(root), id);
  keepVerdict(folder, verdict, readPageParts());
  process.stdout.write(`\n${renderTerminal(verdict, terminalOptions(process.stdout))}`);
  const closing = writeClosingLines({
    id,
    root,
    directory: process.cwd(),
    program,
    ...(status === 'interrupted' ? { goOn } : {}),
  });
  process.stdout.write(`\n${closing}`);
}
