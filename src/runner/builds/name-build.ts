import { createHash } from 'node:crypto';

/** All that one side's setup depends on, as far as it can be known. */
export interface BuildFacts {
  /** Full id. */
  commit: string;
  /** Absolute: builds hold paths of their own. */
  directory: string;
  /** The setup of the suite. */
  commands: readonly (readonly string[])[];
  /** The environment of setup. */
  environment: Readonly<Record<string, string>>;
  /** e.g. linux-x64. */
  platform: string;
  /** A compiler may build for the very machine that it runs on. */
  cpuModel: string;
}

/** Set for each job, and irrelevant to a build. A name that is missing here only costs a build. */
const ofTheJob =
  /^(GITHUB_|RUNNER_|INVOCATION_ID$|JOURNAL_STREAM$|SYSTEMD_|MEMORY_PRESSURE_|SHLVL$|_$)/;

/** The same for equal facts, another for any other: the name of a kept build. */
export function nameBuild(facts: BuildFacts): string {
  const { commit, directory, commands, platform, cpuModel } = facts;
  const environment = Object.entries(facts.environment)
    .filter(([name]) => !ofTheJob.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const format = 1;
  const text = JSON.stringify([
    format,
    commit,
    directory,
    commands,
    platform,
    cpuModel,
    environment,
  ]);
  return createHash('sha256').update(text).digest('hex');
}
