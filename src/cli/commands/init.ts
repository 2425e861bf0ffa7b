import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { draftSuite } from '../../suite/starter/draft-suite.ts';
import { inspectRepository } from '../../suite/starter/inspect-repository.ts';
import {
  workflowFile,
  type WorkflowFate,
  writeWorkflow,
} from '../../suite/starter/workflow-file.ts';
import { tellFindings, tellFirstSteps } from '../first-steps.ts';
import { findTargetBranch } from '../judge-record.ts';
import type { InitOptions } from '../options.ts';
import { nameProgram } from '../program-name.ts';
import { tryPorts } from '../try-command.ts';
import { findRoot } from '../workplace.ts';

/**
 * `perigee init`: a first perigee.yml at the root of the repository and a workflow, both fitted to what is
 * found there. Benchmarks that have to be compiled are compiled and tried. What is there already stays; a suite without a workflow gets one. With `--bot` the workflow
 * leaves the verdict to the app.
 */
export async function init({ bot = false }: InitOptions): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const file = join(root, 'perigee.yml');
  const findings = existsSync(file) ? undefined : await inspectRepository(root, tryPorts);
  const isNew = findings !== undefined && writeNew(file, draftSuite(findings));
  const fate = await writeWorkflow(root, await loadSuite(file), {
    defaultBranch: (await findTargetBranch(root)) ?? 'main',
    judge: bot ? 'bot' : 'report',
  });
  if (!isNew && fate === 'left') throw refuse(file, bot);
  const program = nameProgram(root);
  const lines = [
    isNew ? `wrote ${file}` : `left ${file} as it is`,
    ...(isNew ? [tellFindings(findings)] : []),
    tellWorkflow(fate, join(root, workflowFile)),
    ...(bot ? [`the workflow measures; the app judges, which \`${program} bot setup\` makes`] : []),
  ];
  const steps = tellFirstSteps(root, process.cwd(), program, { isNew, bot });
  process.stdout.write(`${lines.join('\n')}\n\n${steps}\n`);
  return exitCode.nothingRegressed;
}

function tellWorkflow(fate: WorkflowFate, path: string): string {
  switch (fate) {
    case 'written':
      return `wrote ${path}`;
    case 'replaced':
      return `wrote ${path} anew: what init had written before, without its report job`;
    case 'left':
      return `left ${path} as it is`;
  }
}

function refuse(file: string, bot: boolean): UserError {
  const remedy = bot
    ? 'if it still has a report job, move it away and run this again; what you added to it is yours to bring back'
    : 'edit them, or move one away first; `perigee config check` says what the suite means';
  return new UserError({
    where: file,
    seen: `there is one already, and ${workflowFile} too`,
    expected: bot
      ? `a repository that lacks one of them, or whose ${workflowFile} is as \`perigee init\` wrote it`
      : 'a repository that lacks one of them',
    remedy,
  });
}

/** @returns false when there is a file of that name */
function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    return false;
  }
}
