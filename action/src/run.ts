import { exitCode } from '../../src/contract/user-error.ts';
import { judgeShard } from '../../src/steps/judge-records.ts';
import { type Delivery, deliverShard, describeSpooled } from './deliver-shard.ts';
import { measureJob } from './measure.ts';
import type { Job } from './open-job.ts';
import { publishVerdict } from './publish-verdict.ts';
import { summarizeShard } from './summarize-shard.ts';

/**
 * One shard: measured, uploaded, announced. Where it is the whole build, the verdict is given here; otherwise
 * that of all shards is the business of the report.
 * @returns whether the job has failed
 */
export async function runShard(job: Job): Promise<boolean> {
  const { ci, inputs, log, suite, trigger } = job;
  const { record, runFolder } = await measureJob(job);
  log.output('run-id', record.id);
  const delivery = await deliverShard(job, runFolder);
  const targetBranch = trigger.targetBranch;
  const judged = judgeShard(record, {
    suite,
    ...(job.base === undefined ? {} : { base: job.base }),
    leastPlan: suite,
    ...(targetBranch === undefined ? {} : { targetBranch }),
    facts: { links: { run: ci.url } },
    problems: job.problems,
  });
  if (inputs.shard.total === 1) {
    job.notes.push(...describeDelivery(delivery));
    return publishVerdict(job, judged, runFolder);
  }
  log.output('verdict', judged.verdict.conclusion);
  log.output('exit-code', String(judged.exitCode));
  log.output('report-path', runFolder);
  await log.summarize(summarizeShard(job, record, judged.verdict, delivery));
  if (judged.exitCode === exitCode.regressed) {
    log.warn(`${judged.verdict.headline} (this shard alone; the report decides)`);
  }
  // Otherwise the results of an earlier attempt would silently count for this one.
  return delivery.stored === undefined || record.status === 'interrupted';
}

/** What a reader of the verdict has to know of the results: where they are not. */
export function describeDelivery(delivery: Delivery): string[] {
  const { stored, why, emission } = delivery;
  const notes: string[] = [];
  if (stored === undefined)
    notes.push(`the results could not be uploaded: ${why ?? 'no reason is known'}`);
  if (emission.kind === 'spooled') notes.push(describeSpooled(delivery, emission));
  return notes;
}
