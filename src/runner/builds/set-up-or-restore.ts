import { createHash } from 'node:crypto';
import { setUpSide, type SideSetup } from '../setup/set-up-side.ts';
import { keepBuild, restoreBuild } from './keep-build.ts';

/** The kept builds of the before side, and the facts they depend on beside the setup. */
export interface KeptBuilds {
  /** Absolute. */
  folder: string;
  /** Full id. */
  commit: string;
  platform: string;
  cpuModel: string;
  /** Take a kept build where there is one. Otherwise one is made, and kept. */
  mayRestore: boolean;
  /** How many builds the side has. */
  perSide: number;
  now(): Date;
  /** A program or package that setup has put outside of the checkout: a kept build would lack it. */
  findOutside?(): string | undefined;
}

export type SideState =
  | { kind: 'interrupted' }
  /** `notKept`: why the build could not be kept, where it was to be. */
  | { kind: 'set-up'; notKept?: string }
  | { kind: 'restored'; madeAt: Date };

/**
 * Sets a side up, or puts a kept build of the same commit, setup, environment and machine in its place.
 * @throws UserError (could not measure) when setup fails
 */
export async function setUpOrRestore(
  setup: SideSetup,
  builds: KeptBuilds | undefined,
): Promise<SideState> {
  const { directory, commands, environment } = setup;
  // Without a setup there is no build.
  if (builds === undefined || commands.length === 0) return { kind: await setUp(setup) };
  const { folder, commit, platform, cpuModel, mayRestore, perSide } = builds;
  const name = nameBuild({ commit, directory, commands, environment, platform, cpuModel });
  const madeAt = mayRestore ? await restoreBuild(folder, name, directory) : undefined;
  if (madeAt !== undefined) return { kind: 'restored', madeAt };
  const kind = await setUp(setup);
  if (kind === 'interrupted') return { kind };
  const outside = builds.findOutside?.();
  const notKept =
    outside === undefined
      ? await keepBuild(folder, name, directory, builds.now(), perSide)
      : `setup has put ${outside} outside of the checkout`;
  return notKept === undefined ? { kind } : { kind, notKept };
}

async function setUp(setup: SideSetup): Promise<'set-up' | 'interrupted'> {
  return (await setUpSide(setup)) === 'interrupted' ? 'interrupted' : 'set-up';
}

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
