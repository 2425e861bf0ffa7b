import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve, sep } from 'node:path';
import type { Verdict } from '../../contract/documents.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import type { PatchCommand } from '../../report/patch-command.ts';
import { renderHtml } from '../../report/render-html.ts';
import { renderJson } from '../../report/render-json.ts';
import { renderJunit } from '../../report/render-junit.ts';
import { renderMarkdown } from '../../report/render-markdown.ts';
import { renderTerminal } from '../../report/render-terminal.ts';
import { refuseLinks } from '../../runner/worktrees/state-directory.ts';
import { namePatch } from '../measure-again.ts';
import { readPageParts } from '../page-parts.ts';
import { nameProgram } from '../program-name.ts';
import { findRun, listRuns, runFiles } from '../run-folder.ts';
import { terminalOptions } from '../terminal-options.ts';
import { findRoot } from '../workplace.ts';
import type { Command } from 'commander';
import { end } from '../end-with.ts';
import { rendering, type ReportOptions } from '../shared-options.ts';

export function declareCommand(command: Command): void {
  rendering(command).action((runs: string[], options: ReportOptions) => end(report(runs, options)));
}

/** `perigee report`: a run again, or the shards of a build as one, in any form. */
async function report(runs: readonly string[], options: ReportOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  // The judge is loaded only if there may be something to judge.
  if (runs.length === 0) return reportRun(root, undefined, options);
  const { judgeBuild } = await import('../judge-build.ts');
  const build = await judgeBuild(root, runs, options.config);
  if (build === undefined) return reportRun(root, runs[0], options);
  await printVerdict(root, build.verdict, options);
  return build.exitCode;
}

async function reportRun(
  root: string,
  run: string | undefined,
  options: ReportOptions,
): Promise<ExitCode> {
  const folder = findRun(root, run, runFiles.verdict);
  const [newest] = listRuns(root);
  if (run === undefined && newest !== undefined && newest !== basename(folder)) {
    process.stderr.write(
      `run ${newest} is newer and has no verdict; this is ${basename(folder)} (to go on with the newer one: ${nameProgram(root)} run --resume ${newest})\n`,
    );
  }
  const file = join(folder, runFiles.verdict);
  const verdict = parseDocument('verdict', readFileSync(file, 'utf8'), file);
  await printVerdict(root, verdict, options);
  return exitCode.nothingRegressed;
}

/** In the form that was asked for, into a file or onto the terminal. */
export async function printVerdict(
  root: string,
  verdict: Verdict,
  options: ReportOptions,
): Promise<void> {
  const text = render(verdict, options, await namePatch(root, verdict.build));
  if (options.output === undefined) process.stdout.write(text);
  else writeOutput(root, options.output, text);
}

/** @throws UserError when the file cannot be written, or is a link that came with the repository */
export function writeOutput(root: string, file: string, text: string): void {
  const path = resolve(file);
  if (path.startsWith(root + sep)) refuseLinks(root, path);
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw new UserError({
      where: '--output',
      seen: `${file} cannot be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
      expected: 'a file in a folder that exists and that you may write to',
      remedy: 'make the folder first, or name another file',
      cause,
    });
  }
}

function render(
  verdict: Verdict,
  { format, output, verbose = output !== undefined }: ReportOptions,
  patch: PatchCommand,
): string {
  switch (format) {
    case 'terminal':
      return renderTerminal(verdict, {
        ...terminalOptions(process.stdout),
        ...{ patch, verbose },
        ...(output === undefined ? {} : { colour: false, columns: 100 }),
      });
    case 'markdown':
      return renderMarkdown(verdict, { patch });
    case 'json':
      return renderJson(verdict);
    case 'junit':
      return renderJunit(verdict);
    case 'html':
      return renderHtml(verdict, { ...readPageParts(), patch });
  }
}
