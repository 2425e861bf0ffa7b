import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { BuildEvent } from '../../contract/documents.ts';
import { exitCode, UserError, type ExitCode } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { makePlain } from '../../report/plain-text.ts';
import { artifactFiles } from '../../transport/artifacts/artifact-limits.ts';
import type { ArtifactStore } from '../../transport/artifacts/artifact-store.ts';
import { buildFolder, openDirectoryStore } from '../../transport/artifacts/directory.ts';
import { packArtifact, type PackedArtifact } from '../../transport/artifacts/pack-artifact.ts';
import type { EventLog } from '../../transport/eventlog/event-log.ts';
import { nameRepository } from '../name-repository.ts';
import { type Intake, openIntake } from '../open-intake.ts';
import type { PublishOptions } from '../options.ts';
import { findRun, runFiles } from '../run-folder.ts';
import { findRoot } from '../workplace.ts';

const patienceMs = 10_000;

/**
 * `perigee publish`: hands finished runs to the service, each as the shard of a build. It leaves the artifact
 * where the service looks, and then writes the event; a run that is handed over twice changes nothing.
 * @param named the newest run where there are none
 */
export async function publishRuns(
  named: readonly string[],
  options: PublishOptions,
): Promise<ExitCode> {
  const root = findRoot(process.cwd());
  const asked = named.length === 0 ? [undefined] : named;
  const folders = asked.map((name) => findRun(root, name, runFiles.record));
  const repository = nameRepository(root, options.repository);
  const intake = openIntake(options, process.env);
  try {
    for (const folder of folders) await publishRun(folder, repository, intake);
    if (intake.made !== undefined) process.stderr.write(tellMade(intake.made));
    return exitCode.nothingRegressed;
  } finally {
    await intake.queue.close();
  }
}

async function publishRun(runFolder: string, repository: string, intake: Intake): Promise<void> {
  const build = { repository, runId: basename(runFolder) };
  const scratch = mkdtempSync(join(tmpdir(), 'perigee-publish-'));
  try {
    const now = new Date().toISOString();
    const request = { runFolder, into: scratch, build, store: 'directory' as const, now };
    const artifact = await packArtifact(request);
    const { suite } = artifact.record;
    const folder = buildFolder(intake.artifacts, build);
    const kept = await keep(openDirectoryStore(folder), artifact);
    await append(intake.queue.log, kept.event);
    const said = kept.isNew ? 'handed over' : 'was published before; its event was sent again';
    process.stdout.write(
      `run ${build.runId} of suite ${suite} ${said}, as ${build.repository}\n` +
        `  artifact: ${join(folder, artifact.name)}\n` +
        `  event:    ${intake.queue.log.name}\n`,
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** A name that is written wrongly makes a folder that no service ever looks into. */
function tellMade(folder: string): string {
  return (
    `made ${makePlain(folder)}, with an event log and a store of artifacts in it: ` +
    'check that your service uses this folder. `perigee serve` stores what is in it, until Ctrl-C\n'
  );
}

/** Artifacts are never replaced: of one that is there, its own event is the true one. */
async function keep(
  store: ArtifactStore,
  artifact: PackedArtifact,
): Promise<{ event: BuildEvent; isNew: boolean }> {
  try {
    await store.upload(artifact);
    return { event: artifact.event, isNew: true };
  } catch (error) {
    const { name, bytes } = artifact;
    const there = (await store.list()).some((stored) => stored.name === name);
    if (!there) throw error;
    const files = await store.read({ name, id: name, bytes }, [artifactFiles.event]);
    const text = files.get(artifactFiles.event)?.toString('utf8') ?? '';
    return { event: parseDocument('build-event', text, artifactFiles.event), isNew: false };
  }
}

async function append(log: EventLog, event: BuildEvent): Promise<void> {
  try {
    await log.append(event, AbortSignal.timeout(patienceMs));
  } catch (cause) {
    throw new UserError({
      where: log.name,
      seen: `the event was not accepted: ${cause instanceof Error ? cause.message : String(cause)}`,
      expected: 'a log that can be written to',
      remedy: 'run the same command again when it can: the artifact is there already',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  }
}
