import type { BuildEvent } from '../../../src/contract/documents.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import { parseDocument } from '../../../src/contract/validate.ts';
import { isBuildkiteRun } from '../../../src/transport/buildkite/names.ts';
import { isGithubRun } from '../../../src/transport/github/names.ts';
import type { EventMessage } from '../../../src/transport/eventlog/event-log.ts';
import type { Job, Lane } from './job-queue.ts';
import type { JobMaker } from './make-jobs.ts';

export interface BuildIntake {
  jobs: Pick<JobMaker, 'searchBuild'>;
  wake(job: Job, lane: Lane, onDone: () => void): void;
  /** Since 1970. */
  nowMs(): number;
}

const longestEvent = 65_536;
/** A new group reads the log from its beginning. What is older, the sweep sees. */
const oldestMs = 24 * 3_600_000;

/** Takes one message of the log of builds: once all of a build is stored, its check can say more. */
export function takeBuildEvent(
  message: EventMessage,
  done: () => void,
  { jobs, wake, nowMs }: BuildIntake,
): void {
  const isOld = nowMs() - message.receivedAtMs > oldestMs;
  const event = isOld ? undefined : readEvent(message);
  if (event?.kind === 'aggregated' && isOfCi(event.build.runId))
    wake(jobs.searchBuild(event.build), 'told', done);
  else done();
}

/** No platform knows a run that was published from a laptop. */
function isOfCi(runId: string): boolean {
  return isGithubRun(runId) || isBuildkiteRun(runId);
}

/** The aggregation puts unreadable messages aside, once. */
function readEvent({ value, position }: EventMessage): BuildEvent | undefined {
  if (value.length > longestEvent) return undefined;
  try {
    return parseDocument('build-event', value, position);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
