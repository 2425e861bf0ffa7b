import type { RunRecord } from '../../src/contract/documents.ts';
import { makePlain } from '../../src/report/plain-text.ts';
import { deliverShard } from './deliver-shard.ts';
import { measureJob } from './measure.ts';
import type { Job } from './open-job.ts';
import { summarizeHistory } from './summarize-history.ts';

/**
 * The tip of a branch alone, for the history of its series: measured, uploaded, announced; nothing is judged.
 * @returns whether the job has failed
 */
export async function recordHistory(job: Job): Promise<boolean> {
  const { log } = job;
  const { record, runFolder } = await measureJob(job);
  log.output('run-id', record.id);
  log.output('report-path', runFolder);
  const delivery = await deliverShard(job, runFolder);
  const neverPassed = listNeverPassed(record);
  for (const name of neverPassed)
    log.warn(`${makePlain(name)} never passed: there is no history of it`);
  await log.summarize(summarizeHistory(job, record, delivery, neverPassed));
  return delivery.stored === undefined || record.status === 'interrupted' || neverPassed.length > 0;
}

/** The planned tests without a single execution that came to a good end: whose history has a hole here. */
export function listNeverPassed({ tests, profiles }: Pick<RunRecord, 'tests' | 'profiles'>) {
  const passed = new Set(
    profiles.filter(({ outcome }) => outcome.status === 'passed').map(({ test }) => test),
  );
  return tests.map(({ name }) => name).filter((name) => !passed.has(name));
}
