import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { ArtifactReference, BuildEvent, RunRecord } from '../../contract/documents.ts';
import { exitCode, UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { artifactFiles, type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { type BuildOrigin, describeShard } from './describe-shard.ts';
import { nameArtifact } from './name-artifact.ts';
import { type LogTally, packLogs } from './pack-logs.ts';

export interface PackRequest {
  /** `.perigee/runs/<id>/` of a run that has ended. */
  runFolder: string;
  /** The parent of the artifact's own folder; one of that name is replaced. */
  into: string;
  build: BuildOrigin;
  /** Its future store: the event names it. */
  store: ArtifactReference['store'];
  /** RFC 3339 in UTC. */
  now: string;
}

export interface PackedFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface PackedArtifact {
  name: string;
  /** `<into>/<name>` with all its files. */
  folder: string;
  files: PackedFile[];
  /** Size of all files. */
  bytes: number;
  record: RunRecord;
  event: BuildEvent;
  logs: LogTally;
}

/**
 * Makes the files of a shard's artifact from its run's folder: the run record with all profiles, the
 * logs, the event, what was observed if anything was, and a manifest that says what is there and what was cut.
 * @throws UserError when there is no valid record, or it is larger than anything that would read it
 */
export async function packArtifact(
  request: PackRequest,
  limits: ArtifactLimits = artifactLimits,
): Promise<PackedArtifact> {
  const { text, record } = await readRecord(request.runFolder, limits);
  const name = nameArtifact(record.suite, record.shard);
  const folder = join(request.into, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packed = await promisify(gzip)(text);
  if (packed.length > limits.maxRecordBytes) {
    throw reportTooLarge(request.runFolder, `${packed.length} bytes compressed`);
  }
  const sha256 = createHash('sha256').update(packed).digest('hex');
  const reference = { store: request.store, sha256, bytes: packed.length };
  const event = describeShard(record, request.build, reference, request.now);
  await writeFile(join(folder, artifactFiles.record), packed);
  await writeFile(join(folder, artifactFiles.event), `${JSON.stringify(event)}\n`);
  const logs = await packLogs(request.runFolder, join(folder, artifactFiles.logs), limits);
  const { record: ofRecord, event: ofEvent, logs: ofLogs, observation } = artifactFiles;
  const isObserved = await packObservation(request.runFolder, folder, limits);
  const all = [ofRecord, ofEvent, ofLogs, ...(isObserved ? [observation] : [])];
  const described = await Promise.all(all.map((file) => describeFile(folder, file)));
  const manifest = { version: 1, artifact: name, files: described, logs };
  await writeFile(join(folder, artifactFiles.manifest), `${JSON.stringify(manifest, null, 1)}\n`);
  const files = [...described, await describeFile(folder, artifactFiles.manifest)];
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { name, folder, files, bytes, record, event, logs };
}

async function readRecord(
  runFolder: string,
  limits: ArtifactLimits,
): Promise<{ text: Buffer; record: RunRecord }> {
  const file = join(runFolder, 'run-record.json');
  const text = await readFile(file).catch((cause: unknown) => {
    throw new UserError({
      where: file,
      seen: 'no run record: the run did not finish',
      expected: 'the folder of a run that has ended',
      remedy: 'look at the log of the run for what stopped it',
      exitCode: exitCode.couldNotMeasure,
      cause,
    });
  });
  if (text.length > limits.maxRecordTextBytes) throw reportTooLarge(file, `${text.length} bytes`);
  return { text, record: parseDocument('run-record', text.toString('utf8'), file) };
}

function reportTooLarge(where: string, size: string): UserError {
  return new UserError({
    where,
    seen: `a run record of ${size}`,
    expected: `at most ${artifactLimits.maxRecordTextBytes} bytes, ${artifactLimits.maxRecordBytes} compressed`,
    remedy: 'use more shards, or fewer different annotations',
    exitCode: exitCode.couldNotMeasure,
  });
}

export async function describeFile(folder: string, name: string): Promise<PackedFile> {
  const file = join(folder, name);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return { name, bytes: (await stat(file)).size, sha256: hash.digest('hex') };
}

/** In the folder of a run that observed what its tests read. */
const observationFile = 'observation.json';

/**
 * Copies a run's observation into its artifact.
 * @returns whether there is one that a reader would take; without it every test is measured
 */
async function packObservation(
  runFolder: string,
  into: string,
  limits: Pick<ArtifactLimits, 'maxObservationBytes' | 'maxObservationTextBytes'>,
): Promise<boolean> {
  const file = join(runFolder, observationFile);
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.size > limits.maxObservationTextBytes) return false;
  const packed = await promisify(gzip)(await readFile(file));
  if (packed.length > limits.maxObservationBytes) return false;
  await writeFile(join(into, artifactFiles.observation), packed);
  return true;
}
