import {
  ArtifactRefused,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { artifactFiles } from '../../../src/transport/artifacts/artifact-limits.ts';
import {
  readControlName,
  unpackControl,
} from '../../../src/transport/artifacts/control-artifact.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import type { GateEntry } from '../../../src/contract/documents.ts';
import { readSuiteAt } from '../change/read-configuration.ts';
import type { LookPorts } from '../ports.ts';
import type { Platform } from '../runs/run.ts';
import type { Repository } from '../subject.ts';

const dayMs = 24 * 3_600_000;
/** A service that was away catches up on so many days. */
const mostDays = 14;
/** For one repository, in an hour. */
const mostRuns = 20;

/** Forgotten together: then their artifacts are listed once more. */
const mostSettled = 10_000;

export type ControlPorts = Pick<LookPorts, 'ledger' | 'nowMs' | 'logger' | 'openArtifacts'> & {
  github: Pick<LookPorts['github'], 'listScheduledRuns'>;
};

/** A run of a schedule of the default branch, on either CI. */
interface ScheduledRun {
  id: string;
  /** Identifies its jobs: another one if a job was run again. */
  state: string;
  head: string;
  createdAtMs: number;
}

/**
 * Keeps what the positive controls of scheduled runs found. Only the default branch has scheduled runs, so no change
 * can write these.
 * @param settled runs that hold no more controls than are kept; new ones are added
 * @throws Unavailable, Refused when the runs cannot be listed
 */
export async function collectControls(
  ports: ControlPorts,
  repository: Repository,
  settled: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { github, ledger, nowMs } = ports;
  const runs = (await github.listScheduledRuns(repository))
    .filter(({ createdAtMs }) => nowMs() - createdAtMs <= mostDays * dayMs)
    // A run that was kept before a start is read again only where it was run again.
    .filter(({ attempt, id }) => attempt > 1 || !ledger.hasControl(repository.id, String(id)))
    .map(({ attempt, createdAtMs, head, id }) => {
      return { id: String(id), state: String(attempt), head, createdAtMs };
    });
  await collectRuns(ports, { repository, platform: 'github', runs }, settled, signal);
}

/**
 * The same of the pipeline on Buildkite that perigee.yml of the default branch names, where it names one. Schedules of
 * Buildkite can be of any branch: those of the default branch count.
 * @throws Unavailable, Refused when the builds cannot be listed
 */
export async function collectBuildkiteControls(
  ports: BuildkiteControlPorts,
  repository: Repository,
  settled: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const { buildkite, github, nowMs } = ports;
  if (buildkite === undefined) return;
  const branch = await github.defaultBranch(repository);
  const file = await readSuiteAt(ports, repository, branch);
  const pipeline = file.kind === 'valid' ? file.suite.gate.pipeline : undefined;
  if (pipeline === undefined) return;
  const sinceMs = nowMs() - mostDays * dayMs;
  const of = { repository: `${repository.owner}/${repository.name}`, branch, sinceMs };
  const builds = await buildkite.listScheduled(pipeline, of, signal);
  const runs = builds.map(({ commit, createdAtMs, finishedAtMs, runId }) => {
    return { id: runId, state: String(finishedAtMs), head: commit, createdAtMs };
  });
  await collectRuns(ports, { repository, platform: 'buildkite', runs }, settled, signal);
}

export type BuildkiteControlPorts = Omit<ControlPorts, 'github'> &
  Pick<LookPorts, 'buildkite' | 'readers'> & {
    github: Pick<LookPorts['github'], 'defaultBranch' | 'readFile'>;
  };

interface ListedRuns {
  repository: Repository;
  platform: Platform;
  runs: readonly ScheduledRun[];
}

async function collectRuns(
  ports: Omit<ControlPorts, 'github'>,
  { platform, repository, runs }: ListedRuns,
  settled: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const keyOf = ({ id, state }: ScheduledRun): string => `${repository.id} ${id} ${state}`;
  const open = runs.filter((run) => !settled.has(keyOf(run))).slice(0, mostRuns);
  if (settled.size > mostSettled) settled.clear();
  for (const run of open) {
    signal.throwIfAborted();
    if (await collectRun(ports, { platform, repository, run }, signal)) settled.add(keyOf(run));
  }
}

/** @returns whether there is no more to come */
async function collectRun(
  { ledger, logger, nowMs, openArtifacts }: Omit<ControlPorts, 'github'>,
  { platform, repository, run }: { platform: Platform; repository: Repository; run: ScheduledRun },
  signal: AbortSignal,
): Promise<boolean> {
  const runId = run.id;
  const build = { repository: `${repository.owner}/${repository.name}`, suite: '', runId };
  const leave = (error: unknown): void => {
    // A run that left nothing, or what is no control.
    if (!(error instanceof ArtifactRefused) && !(error instanceof UserError)) throw error;
    logger.log('warn', 'a positive control is not on the record', { runId, why: error.message });
  };
  try {
    const source = openArtifacts(build, platform, signal);
    const found = (await source.list()).flatMap((stored) => {
      const shard = readControlName(stored.name);
      return shard === undefined ? [] : [{ stored, shard }];
    });
    // The last run of a job counts.
    found.sort((a, b) => a.shard.attempt - b.shard.attempt);
    for (const { shard, stored } of found) {
      try {
        const entry = unpackControl(await source.read(stored, [artifactFiles.gateEntry]), run.head);
        ledger.noteControl(repository.id, placeEntry(entry, run, shard.index, nowMs()));
      } catch (error) {
        if (error instanceof ArtifactsUnavailable) throw error;
        leave(error);
      }
    }
    return true;
  } catch (error) {
    if (error instanceof ArtifactsUnavailable) return false;
    leave(error);
    return true;
  }
}

/** Run and shard are what the CI says; the clock of a job counts only as far as it can be right. */
function placeEntry(
  entry: GateEntry,
  { createdAtMs, id }: ScheduledRun,
  shard: number,
  nowMs: number,
): GateEntry {
  const atMs = Math.max(createdAtMs, Math.min(Date.parse(entry.at), nowMs));
  const control = entry.control && { ...entry.control, shard };
  return {
    ...{ ...entry, run: id, at: new Date(atMs).toISOString() },
    control,
  };
}
