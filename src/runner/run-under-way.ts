import type { RunRecord } from '../contract/documents.ts';
import type { SuiteTest } from '../contract/suite.ts';
import { countBuilds } from '../contract/builds.ts';
import type { HostKeeper } from './host/keep-host.ts';
import type { JournalContents } from './journal/read-journal.ts';
import type { Repository } from './revisions/repository.ts';
import type { ResumeRequest, RunPorts } from './run-request.ts';
import { placeHome } from './worktrees/provide-sdk.ts';
import {
  buildEnvironment,
  describeBuild,
  leadToSide,
  readGoFlags,
  type Maker,
} from './setup/environment.ts';

export interface RunUnderWay {
  /** The common part of a new run and a resumed one. */
  request: Omit<ResumeRequest, 'id' | 'repository'> & {
    /** The compilers here that lay functions out in another order for each build. */
    makes?: ReadonlySet<Maker>;
  };
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

/** The environment of setup, or of a test, in one build of a side; on the portable tier see `seenAt` too. */
export function environmentOf(
  { record, request }: Pick<RunUnderWay, 'record' | 'request'>,
  build: number,
  test?: SuiteTest,
): Record<string, string> {
  const environment = buildEnvironment(request.environment, test?.environment ?? {}, request.home);
  if (countBuilds(record.plan) === 1) return environment;
  return { ...environment, ...describeBuild(build, environment, request.makes ?? new Set()) };
}

/** With the places and variables that each build of each side gets. */
export async function settleRequest({
  record,
  repository,
  request,
}: RunUnderWay): Promise<RunUnderWay['request']> {
  const home = await placeHome(request.home, repository);
  if (countBuilds(record.plan) === 1) return { ...request, home };
  const { toolchain = '' } = record.host;
  const makes = new Set<Maker>(/\brustc /.test(toolchain) ? ['cargo'] : []);
  const go = /\bgo /.test(toolchain)
    ? readGoFlags(request.environment, repository.root)
    : undefined;
  if (go === undefined) return { ...request, home, makes };
  const environment = { ...request.environment, GOFLAGS: go };
  return { ...request, environment, home, makes: makes.add('go') };
}

/** The variables as they are at a checkout: the portable tier has no view that shows it in the place of the user's. */
export function seenAt(
  checkout: string,
  environment: Record<string, string>,
  { record, root }: { record: Pick<RunRecord, 'tier'>; root: string },
): Record<string, string> {
  return record.tier === 'portable' ? leadToSide(environment, root, checkout) : environment;
}
