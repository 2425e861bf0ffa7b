import { isMeasured } from '../../src/contract/suite.ts';
import type { Job } from '../../src/pipeline/job/job.ts';
import { findValgrind } from '../../src/profile/instructions/count-instructions.ts';
import { installValgrind } from '../../src/profile/instructions/install-valgrind.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface CountingJob extends Pick<Job, 'log'> {
  request: Pick<Job['request'], 'instructions'>;
  suite: Pick<Job['suite'], 'tests'>;
}

/** Where instructions are to be counted, a runner of GitHub gets valgrind: it is new for each job, and has none. */
export async function prepareCounting(
  { log, request, suite }: CountingJob,
  { RUNNER_ENVIRONMENT: kind, RUNNER_OS: system }: Environment,
  ports = { find: findValgrind, install: installValgrind },
): Promise<void> {
  const asked = suite.tests.some((test) => isMeasured(test, 'instructions'));
  const isWanted = request.instructions !== undefined || asked;
  const isHosted = kind === 'github-hosted' && system === 'Linux';
  if (!isWanted || !isHosted || ports.find() !== undefined) return;
  log.say('install valgrind, which counts instructions');
  const why = await ports.install();
  if (why === undefined) return;
  log.warn(
    `instructions are not counted: valgrind could not be installed: ${why}. Install it in a step before, or set install-valgrind: false`,
  );
}
