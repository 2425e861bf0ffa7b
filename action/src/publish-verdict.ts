import type { Verdict } from '../../src/contract/documents.ts';
import type { Judged } from '../../src/steps/judge-records.ts';
import { keepVerdict } from '../../src/steps/keep-verdict.ts';
import { annotateRules } from '../../src/report/annotations/annotate-rules.ts';
import { renderSummary } from '../../src/report/summary/render-summary.ts';
import { commentOnPullRequest } from './comment-on-pull-request.ts';
import type { Inputs } from './inputs.ts';
import type { Job } from './open-job.ts';
import { readPageAssets } from './bundle.ts';

/**
 * Tells the verdict everywhere a person may look: log, annotations, summary, comment, files, outputs.
 * @param folder exists; gets the verdict and its page
 * @returns whether the job has failed
 */
export async function publishVerdict(job: Job, judged: Judged, folder: string): Promise<boolean> {
  const { inputs, log, notes } = job;
  const { verdict } = judged;
  const isHeld = judged.isHeld && inputs.failOn !== 'never';
  if (isHeld) notes.push(heldNote);
  log.output('verdict', verdict.conclusion);
  log.output('exit-code', String(judged.exitCode));
  log.output('report-path', folder);
  keepVerdict(folder, verdict, readPageAssets());
  const placeOfTest = new Map(
    job.suite.tests.flatMap(({ name, where }) => (where === undefined ? [] : [[name, where]])),
  );
  const { moved } = job;
  const suite = { file: inputs.config, placeOfTest, ...(moved === undefined ? {} : { moved }) };
  for (const annotation of annotateRules(verdict, suite)) log.annotate(annotation);
  const comment = await commentOnPullRequest(job, verdict);
  if (comment.note !== undefined) notes.push(comment.note);
  await log.summarize(renderSummary(verdict, { notes }));
  log.say(verdict.headline);
  return comment.failed || isHeld || hasFailed(verdict, inputs.failOn);
}

const heldNote =
  'This change alters what is measured, and perigee.yml before it says gate.whenSuiteChanged: block. A person has to review that, so this job fails';

/** A build that is not complete says nothing, and saying nothing is not passing. */
export function hasFailed(
  { conclusion }: Pick<Verdict, 'conclusion'>,
  failOn: Inputs['failOn'],
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
