import { type ExitCode, exitCode } from '../../contract/user-error.ts';
import { judgeShard } from '../judge-records.ts';
import { deliverShard, describeSpooled, isDelivered, requireUpload } from './deliver-shard.ts';
import { measureJob } from './measure.ts';
import { type Delivery, endRed, type Job } from './job.ts';
import { publishVerdict } from './publish-verdict.ts';

/**
 * One shard: measured, uploaded, announced. Where it is the whole build, the verdict is given here; otherwise
 * that of all shards is the business of the report.
 * @returns how the job ends
 */
export async function runShard(job: Job): Promise<ExitCode> {
  const { ci, log, request, suite } = job;
  const check = await job.readCheck?.();
  if (check === 'passed') return endSettled(log);
  const { record, runFolder } = await measureJob(job, check);
  log.output('run-id', record.id);
  const delivery = await deliverShard(job, runFolder);
  const { targetBranch } = ci;
  const judged = judgeShard(record, {
    suite,
    base: job.base,
    leastPlan: suite,
    // As far as this job's numbers are believed; the bot finds it out itself.
    mayLeaveOut: request.affected === 'auto',
    targetBranch,
    facts: { links: { run: ci.url } },
    problems: job.problems,
  });
  if (request.shard.total === 1) {
    job.notes.push(...describeDelivery(delivery));
    const { stored } = delivery;
    const artifacts = stored === undefined ? [] : [stored.name];
    // The report, or the app, decides: it marks the lines, and without an artifact it would never hear of this job.
    const isDecidedElsewhere = request.failOn === 'never';
    const kept = { folder: runFolder, artifacts };
    const code = await publishVerdict(job, judged, kept, !isDecidedElsewhere);
    if (isDecidedElsewhere) requireUpload(delivery);
    return code;
  }
  log.output('verdict', judged.verdict.conclusion);
  log.output('exit-code', String(judged.exitCode));
  log.output('report-path', runFolder);
  await job.messages.showShard(job, record, judged.verdict, delivery);
  if (judged.exitCode === exitCode.regressed) {
    log.warn(`${judged.verdict.headline} (this shard alone; the report decides)`);
  }
  // Otherwise the results of an earlier attempt would silently count for this one.
  requireUpload(delivery);
  if (isDelivered(record, delivery)) return exitCode.nothingRegressed;
  return endRed(log, 'incomplete', exitCode.couldNotMeasure);
}

export function endSettled(log: Job['log']): ExitCode {
  log.say('the check of this commit has passed already: nothing has to be measured');
  log.output('exit-code', String(exitCode.nothingRegressed));
  return exitCode.nothingRegressed;
}

/** Tells readers of the verdict that the results were not delivered. */
export function describeDelivery(delivery: Delivery): string[] {
  const { stored, why, emission } = delivery;
  const notes: string[] = [];
  if (stored === undefined)
    notes.push(`the results could not be uploaded: ${why ?? 'no reason is known'}`);
  if (emission.kind === 'spooled') notes.push(describeSpooled(delivery, emission));
  return notes;
}
