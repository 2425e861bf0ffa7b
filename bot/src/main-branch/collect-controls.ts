import {
  ArtifactRefused,
  ArtifactsUnavailable,
} from '../../../src/transport/artifacts/artifact-store.ts';
import { artifactFiles } from '../../../src/transport/artifacts/artifact-files.ts';
import {
  readControlName,
  unpackControl,
} from '../../../src/transport/artifacts/control-artifact.ts';
import { UserError } from '../../../src/contract/user-error.ts';
import type { GateEntry } from '../../../src/contract/documents.ts';
import type { WorkflowRun } from '../github/github-side.ts';
import type { LookPorts } from '../ports.ts';
import type { Repository } from '../subject.ts';

const dayMs = 24 * 3_600_000;
/** What a service that was away for so long catches up on. */
const mostDays = 14;
/** Of one repository, in an hour. */
const mostRuns = 20;

/** Forgotten together: then their artifacts are listed once more. */
const mostSettled = 10_000;

export type ControlPorts = Pick<LookPorts, 'ledger' | 'nowMs' | 'logger' | 'openArtifacts'> & {
  github: Pick<LookPorts['github'], 'listScheduledRuns'>;
};

/**
 * Keeps what the positive controls of scheduled runs found. Only the default branch has scheduled runs, so no change
 * can write these.
 * @param settled runs that hold no more controls than are kept; new ones are added
 * @returns the newest runs of schedules
 * @throws Unavailable, Refused when the runs cannot be listed
 */
export async function collectControls(
  ports: ControlPorts,
  repository: Repository,
  settled: Set<string>,
  signal: AbortSignal,
): Promise<WorkflowRun[]> {
  const { github, ledger, nowMs } = ports;
  const keyOf = ({ attempt, id }: WorkflowRun): string => `${repository.id} ${id} ${attempt}`;
  const listed = await github.listScheduledRuns(repository);
  const runs = listed
    .filter(({ createdAtMs }) => nowMs() - createdAtMs <= mostDays * dayMs)
    .filter((run) => !settled.has(keyOf(run)))
    // A run that was kept before a start is read again only where it was run again.
    .filter(({ attempt, id }) => attempt > 1 || !ledger.hasControl(repository.id, String(id)))
    .slice(0, mostRuns);
  if (settled.size > mostSettled) settled.clear();
  for (const run of runs) {
    signal.throwIfAborted();
    if (await collectRun(ports, repository, run, signal)) settled.add(keyOf(run));
  }
  return listed;
}

/** @returns whether there is no more to come */
async function collectRun(
  { ledger, logger, nowMs, openArtifacts }: ControlPorts,
  repository: Repository,
  run: WorkflowRun,
  signal: AbortSignal,
): Promise<boolean> {
  const runId = String(run.id);
  const build = { repository: `${repository.owner}/${repository.name}`, suite: '', runId };
  const leave = (error: unknown): void => {
    // A run that left nothing, or what is no control.
    if (!(error instanceof ArtifactRefused) && !(error instanceof UserError)) throw error;
    logger.log('warn', 'a positive control is not on the record', { runId, why: error.message });
  };
  try {
    const source = openArtifacts(build, 'github', signal);
    const found = (await source.list()).flatMap((stored) => {
      const shard = readControlName(stored.name);
      return shard === undefined ? [] : [{ stored, shard }];
    });
    // Of a job that was run again the last one counts.
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

/** Run and shard are what GitHub says; the clock of a job counts only as far as it can be right. */
function placeEntry(
  entry: GateEntry,
  { createdAtMs, id }: WorkflowRun,
  shard: number,
  nowMs: number,
): GateEntry {
  const atMs = Math.max(createdAtMs, Math.min(Date.parse(entry.at), nowMs));
  const control = entry.control && { ...entry.control, shard };
  return {
    ...{ ...entry, run: String(id), at: new Date(atMs).toISOString() },
    ...(control === undefined ? {} : { control }),
  };
}
