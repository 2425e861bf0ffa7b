import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { draftSuite } from '../../suite/starter/draft-suite.ts';
import { inspectRepository } from '../../suite/starter/inspect-repository.ts';
import { writeWorkflow } from '../../suite/starter/workflow-file.ts';
import { tellFindings, tellFirstSteps } from '../first-steps.ts';
import { findTargetBranch } from '../judge-record.ts';
import { nameProgram } from '../program-name.ts';
import { findRoot } from '../workplace.ts';

/** `perigee init`: a first perigee.yml at the root of the repository and a workflow, fitted to what is found there. */
export async function init(): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const file = join(root, 'perigee.yml');
  const findings = await inspectRepository(root);
  try {
    writeFileSync(file, draftSuite(findings), { flag: 'wx' });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new UserError({
      where: file,
      seen: 'there is one already',
      expected: 'a repository without a perigee.yml',
      remedy: 'edit it, or move it away first; `perigee config check` says what it means',
      cause,
    });
  }
  const workflow = await writeWorkflow(root, findings, (await findTargetBranch(root)) ?? 'main');
  const steps = tellFirstSteps(root, process.cwd(), nameProgram(root));
  process.stdout.write(`wrote ${file}\n${tellFindings(findings)}\n${workflow}\n\n${steps}\n`);
  return exitCode.nothingRegressed;
}
