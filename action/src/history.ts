import { deliverShard } from './deliver-shard.ts';
import { measureJob } from './measure.ts';
import type { Job } from './open-job.ts';
import { summarizeHistory } from './summarize-history.ts';

/**
 * The tip of a branch alone, for the history of its series: measured, uploaded, told; nothing is judged.
 * @returns whether the job has failed
 */
export async function recordHistory(job: Job): Promise<boolean> {
  const { log } = job;
  const { record, runFolder } = await measureJob(job);
  log.output('run-id', record.id);
  log.output('report-path', runFolder);
  const delivery = await deliverShard(job, runFolder);
  await log.summarize(summarizeHistory(job, record, delivery));
  return delivery.stored === undefined || record.status === 'interrupted';
}
