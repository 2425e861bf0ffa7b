import { type ExitCode, UserError } from '../../src/contract/user-error.ts';
import type { Job } from '../../src/steps/job/job.ts';
import { openAnnotations } from './open-annotations.ts';
import { openPluginJob, type PluginRequest } from './open-job.ts';

/**
 * Does what the options ask for, and keeps the annotation of the build true meanwhile.
 * @returns how the job ends
 */
export async function work(request: Omit<PluginRequest, 'messages'>): Promise<ExitCode> {
  const { agent, log, options } = request;
  const messages = openAnnotations({ agent, annotate: options.annotate, log });
  const job = await openPluginJob({ ...request, messages });
  try {
    if (options.mode !== 'report') await messages.showBeginning(job);
    return await takeSteps(job, options.mode);
  } catch (error) {
    const message = error instanceof UserError ? error.message : 'a defect of Perigee; see the log';
    await messages.showFailure(job, message);
    throw error;
  }
}

async function takeSteps(job: Job, mode: PluginRequest['options']['mode']): Promise<ExitCode> {
  switch (mode) {
    case 'run':
      return (await import('../../src/steps/job/run-shard.ts')).runShard(job);
    case 'report':
      return (await import('../../src/steps/job/report-build.ts')).reportBuild(job);
    case 'history':
      return (await import('../../src/steps/job/record-history.ts')).recordHistory(job);
    case 'control':
      return (await import('../../src/steps/job/run-control.ts')).runControl(job);
  }
}
