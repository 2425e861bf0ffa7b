/** The action: reads what it is asked for, does it, and ends the job red where the verdict is. */
import * as core from '@actions/core';
import { type ExitCode, exitCode } from '../../src/contract/user-error.ts';
import { hideFromOthers } from '../../src/runner/setup/hide-keys.ts';
import { explainEnd } from '../../src/pipeline/job/explain-end.ts';
import { endRed } from '../../src/pipeline/job/job.ts';
import { takeSteps } from '../../src/pipeline/job/take-steps.ts';
import { refuseWindows } from '../../src/pipeline/refuse-windows.ts';
import { loadContext } from './github/ci-run.ts';
import { readInputs } from './inputs.ts';
import { listFaults } from './list-faults.ts';
import { type ActionLog, openJobLog } from './job-log.ts';
import { isOfAction, openActionJob } from './open-job.ts';
import { openInstaller, prepareCounting } from './install-with-sudo.ts';

// Before any code of the change runs: it could read them in /proc.
hideFromOthers(process.env, isOfAction);
const log = openJobLog();
try {
  // A failed step of GitHub has no other status; which one it was, the output exit-code says.
  if ((await work(log)) !== exitCode.nothingRegressed) process.exitCode = 1;
} catch (caught) {
  const { code, fault, message } = explainEnd(caught);
  endRed(log, 'incomplete', code);
  await log.summarize(`### Perigee could not continue\n\n${indent(message)}\n`);
  // A stack goes through the log's escaping, too, for it may quote a name.
  const faults = fault === undefined ? [{ message }] : listFaults(fault);
  if (faults.length > 1) log.say(message);
  for (const { message: text, ...place } of faults) core.error(text, place);
  process.exitCode = 1;
}
// Work that was given up at a deadline, such as a download, would keep the job waiting for minutes.
process.exit();

/** @returns how the job ends */
async function work(jobLog: ActionLog): Promise<ExitCode> {
  const inputs = readInputs((name) => core.getInput(name));
  if (inputs.mode !== 'report') refuseWindows(process.platform);
  const install = openInstaller({ choice: inputs.sudo, environment: process.env });
  const context = await loadContext(process.env);
  const job = await openActionJob(inputs, context, process.env, jobLog, install);
  jobLog.output('head-commit', job.change.after.commit);
  if (job.change.before !== undefined) jobLog.output('base-commit', job.change.before.commit);
  if (inputs.mode !== 'report' && install !== undefined) await prepareCounting(job, install);
  return takeSteps(job, inputs.mode, job.shardJobs);
}

/** As it stands, whatever is in it: a block of code by indentation has no end that a name could forge. */
function indent(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
