import type { RunRecord } from '../../contract/documents.ts';
import { type ExitCode, exitCode } from '../../contract/user-error.ts';
import { makePlain } from '../../report/plain-text.ts';
import { deliverShard, isDelivered, requireUpload } from './deliver-shard.ts';
import { measureJob } from './measure.ts';
import { endRed, type Job } from './job.ts';

/**
 * The tip of a branch alone, for the history of its series: measured, uploaded, announced; nothing is judged.
 * @returns how the job ends
 */
export async function recordHistory(job: Job): Promise<ExitCode> {
  const { log } = job;
  const { record, runFolder } = await measureJob(job);
  log.output('run-id', record.id);
  log.output('report-path', runFolder);
  const delivery = await deliverShard(job, runFolder);
  const neverPassed = listNeverPassed(record);
  for (const name of neverPassed)
    log.warn(`${makePlain(name)} never passed: there is no history of it`);
  await job.messages.showHistory(job, record, delivery, neverPassed);
  requireUpload(delivery);
  const isGood = isDelivered(record, delivery) && neverPassed.length === 0;
  if (isGood) return exitCode.nothingRegressed;
  return endRed(log, 'incomplete', exitCode.couldNotMeasure);
}

/** The planned tests without a single execution that came to a good end: whose history has a hole here. */
export function listNeverPassed({ tests, profiles }: Pick<RunRecord, 'tests' | 'profiles'>) {
  const passed = new Set(
    profiles.filter(({ outcome }) => outcome.status === 'passed').map(({ test }) => test),
  );
  return tests.map(({ name }) => name).filter((name) => !passed.has(name));
}
