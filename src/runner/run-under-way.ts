import type { RunRecord } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import { countBuilds } from '../contract/builds.ts';
import type { HostKeeper } from './host/keep-host.ts';
import type { JournalContents } from './journal/read-journal.ts';
import type { Repository } from './revisions/repository.ts';
import type { ResumeRequest, RunPorts } from './run-request.ts';
import { buildEnvironment, describeBuild } from './setup/environment.ts';

export interface RunUnderWay {
  /** The common part of a new run and a resumed one. */
  request: Omit<ResumeRequest, 'id' | 'repository'>;
  host: HostKeeper;
  repository: Repository;
  stateDirectory: string;
  runDirectory: string;
  /** Without profiles. */
  record: RunRecord;
  /** The measurements of an interrupted run. */
  earlier?: JournalContents;
}

export type StoppablePorts = RunPorts & { signal: AbortSignal };

/** The environment of setup, or of a test, in one build of a side. */
export function environmentOf(
  { record, request }: Pick<RunUnderWay, 'record' | 'request'>,
  build: number,
  test?: SuiteTest,
): Record<string, string> {
  const environment = buildEnvironment(request.environment, test?.environment ?? {}, request.home);
  return countBuilds(record.plan) > 1 ? { ...environment, ...describeBuild(build) } : environment;
}
