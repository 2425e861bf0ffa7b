import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { loadSuite } from '../../suite/load-suite.ts';
import { draftSuite } from '../../suite/starter/draft-suite.ts';
import { inspectRepository } from '../../suite/starter/inspect-repository.ts';
import { workflowFile, writeWorkflow } from '../../suite/starter/workflow-file.ts';
import { tellFindings, tellFirstSteps } from '../first-steps.ts';
import { findTargetBranch } from '../judge-record.ts';
import { nameProgram } from '../program-name.ts';
import { findRoot } from '../workplace.ts';

/**
 * `perigee init`: a first perigee.yml at the root of the repository and a workflow, both fitted to what is
 * found there. What is there already stays; a suite without a workflow gets one.
 */
export async function init(): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const file = join(root, 'perigee.yml');
  const findings = await inspectRepository(root);
  const isNew = writeNew(file, draftSuite(findings));
  const branch = (await findTargetBranch(root)) ?? 'main';
  const hasNewWorkflow = await writeWorkflow(root, await loadSuite(file), branch);
  if (!isNew && !hasNewWorkflow) {
    throw new UserError({
      where: file,
      seen: `there is one already, and ${workflowFile} too`,
      expected: 'a repository that lacks one of them',
      remedy: 'edit them, or move one away first; `perigee config check` says what the suite means',
    });
  }
  const steps = tellFirstSteps(root, process.cwd(), nameProgram(root));
  const tell = (path: string, isWritten: boolean): string =>
    isWritten ? `wrote ${path}` : `left ${path} as it is`;
  const lines = [
    tell(file, isNew),
    ...(isNew ? [tellFindings(findings)] : []),
    tell(join(root, workflowFile), hasNewWorkflow),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n${steps}\n`);
  return exitCode.nothingRegressed;
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
