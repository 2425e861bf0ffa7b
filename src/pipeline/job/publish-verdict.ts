import type { Verdict } from '../../contract/documents.ts';
import { type ExitCode, exitCode } from '../../contract/user-error.ts';
import type { Judged } from '../judge-records.ts';
import { patchOf } from '../../report/patch-command.ts';
import { writePlain } from '../../report/print-terminal.ts';
import { listGrown } from '../../report/render-explanations.ts';
import { writeVerdictFiles } from '../verdict-files.ts';
import { annotateRules } from '../../report/annotations/annotate-rules.ts';
import { endRed, type Job, type JobRequest, type KeptVerdict } from './job.ts';

/**
 * Tells the verdict everywhere a person may look: log, annotations, messages, files, outputs.
 * @param kept the folder exists, and gets the verdict and its page
 * @param annotates whether lines of the change are marked
 * @returns how the job ends
 */
export async function publishVerdict(
  job: Job,
  judged: Judged,
  kept: KeptVerdict,
  annotates = true,
): Promise<ExitCode> {
  const { folder } = kept;
  const { log, notes, request } = job;
  const { verdict } = judged;
  const isHeld = judged.held !== undefined && request.failOn !== 'never';
  if (isHeld) notes.push(`Held: ${judged.held}. A person has to review that, so this job fails`);
  log.output('verdict', verdict.conclusion);
  log.output('exit-code', String(judged.exitCode));
  log.output('report-path', folder);
  const patch = patchOf(request.config);
  writeVerdictFiles(folder, verdict, { ...job.bundle.readPageAssets(), patch });
  const placeOfTest = new Map(
    job.suite.tests.flatMap(({ name, where }) => (where === undefined ? [] : [[name, where]])),
  );
  const { moved } = job;
  const suite = { file: request.config, placeOfTest, moved };
  if (annotates) for (const annotation of annotateRules(verdict, suite)) log.annotate(annotation);
  const { failed } = await job.messages.showVerdict(job, judged, kept);
  log.say(verdict.headline);
  const explanation = verdict.explanations?.find(({ functions }) => functions.length > 0);
  for (const where of explanation === undefined ? [] : listGrown(explanation))
    log.say(`Where: ${writePlain(where)}`);
  if (hasFailed(verdict, request.failOn)) return judged.exitCode;
  if (isHeld) return endRed(log, 'undecided', exitCode.undecided);
  return failed ? endRed(log, 'incomplete', exitCode.wrongUsage) : exitCode.nothingRegressed;
}

/** A build that is not complete says nothing, and saying nothing is not passing. */
export function hasFailed(
  { conclusion }: Pick<Verdict, 'conclusion'>,
  failOn: JobRequest['failOn'],
): boolean {
  switch (conclusion) {
    case 'passed':
      return false;
    case 'regressed':
      return failOn !== 'never';
    case 'undecided':
      return failOn === 'undecided';
    case 'incomplete':
    case 'nothing-measured':
      return true;
  }
}
