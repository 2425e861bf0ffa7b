import type { GateSettings } from '../../../src/contract/gate.ts';
import type { BotContext } from '../../../src/settings/bot-role.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import type { GithubSide } from '../github/open-github-side.ts';
import type { Repository } from '../subject.ts';
import { openBuildkiteRuns } from './buildkite-runs.ts';
import { openGithubRuns } from './github-runs.ts';
import type { Platform, Run, RunSide } from './run.ts';

export interface RunPorts extends Pick<BotContext, 'openArtifacts' | 'buildkite'> {
  github: GithubSide;
}

/** The CI that the base branch's perigee.yml names. */
export function platformOf({ pipeline }: Pick<GateSettings, 'pipeline'>): Platform {
  return pipeline === undefined ? 'github' : 'buildkite';
}

/** The CI that made a run, as its id tells. */
export function platformOfRun({ id }: Pick<Run, 'id'>): Platform {
  return /^\d+$/.test(id) ? 'github' : 'buildkite';
}

/**
 * The runs of a repository on a CI, for one look.
 * @throws Refused where this service has no access to that CI
 */
export function openRuns(
  { buildkite, github, openArtifacts }: RunPorts,
  platform: Platform,
  repository: Repository,
  signal: AbortSignal,
): RunSide {
  if (platform === 'github') {
    return refuseAbsent(openGithubRuns({ github, openArtifacts }, repository, signal));
  }
  if (buildkite === undefined) {
    throw new Refused(
      'ci-not-allowed',
      'the bot has no access to Buildkite; its operator has to set artifacts.buildkite.token',
    );
  }
  return refuseAbsent(openBuildkiteRuns({ builds: buildkite, openArtifacts }, repository, signal));
}

/** Nothing is requested about a run that no longer exists. */
function refuseAbsent(side: RunSide): RunSide {
  const refuse = ({ absent }: Run): void => {
    if (absent !== undefined) throw new Refused('ci-not-found', 'the run is not there any more');
  };
  return {
    ...side,
    lastAttempt: (run, ...rest) =>
      run.absent === undefined ? side.lastAttempt(run, ...rest) : undefined,
    listJobs: async (run) => (run.absent === undefined ? side.listJobs(run) : []),
    listCommands: (run) => (run.absent === undefined ? side.listCommands(run) : []),
    measureAgain: async (run, ...rest) => {
      refuse(run);
      return side.measureAgain(run, ...rest);
    },
    measureAllAgain: async (run, ...rest) => {
      refuse(run);
      return side.measureAllAgain(run, ...rest);
    },
  };
}
