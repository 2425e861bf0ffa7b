import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { BuildEvent, Documents, RunRecord } from '../../contract/documents.ts';
import { documentLimits, parseJson, type TextLimits } from '../../contract/json-text.ts';
import { keepKnownFields, type Kept } from '../../contract/keep-known-fields.ts';
import { UserError } from '../../contract/user-error.ts';
import { checkDocument, type DocumentKind, parseDocument } from '../../contract/validate.ts';
import { type ArtifactLimits, artifactFiles } from './artifact-limits.ts';
import { type ArtifactContents, ArtifactRefused } from './artifact-store.ts';
import type { BuildOrigin } from './describe-shard.ts';
import { measureRecord, type RecordSize } from './measure-record.ts';
import { nameArtifact } from './name-artifact.ts';
import { shareMetrics } from './share-metrics.ts';

/**
 * The room for zlib's output at once. Its own 16 KiB make many pieces of a record, each with a way to another thread
 * and back: four times the work.
 */
const chunkSize = 256 * 1024;
/** Twice a message's worth; the place and the first fault are what a reader needs. */
const longestFault = 500;

export interface UnpackedArtifact {
  record: RunRecord;
  event: BuildEvent;
  size: RecordSize;
  /** Whether the record is all that its file holds: no unknown field was taken out. */
  isAsWritten: boolean;
}

/** As `unpackArtifact` does it, in this process or another one. */
export type UnpackArtifact = typeof unpackArtifact;

/**
 * Turns what a shard uploaded into its run record. Nothing of it is believed that another part of it,
 * its name or the build that it was found in can contradict.
 * @param name of the artifact in its store
 * @throws ArtifactRefused
 */
export async function unpackArtifact(
  name: string,
  contents: ArtifactContents,
  origin: BuildOrigin,
  limits: ArtifactLimits,
): Promise<UnpackedArtifact> {
  const eventText = take(contents, artifactFiles.event, limits.maxEventBytes);
  const packed = take(contents, artifactFiles.record, limits.maxRecordBytes);
  const { document: event } = parse(
    'build-event',
    eventText.toString('utf8'),
    artifactFiles.event,
    limits,
  );
  refuseOtherDigest(packed, event);
  const text = await unpackRecord(packed, limits);
  const { document: record, isUnchanged } = parseRecord(text.toString('utf8'), limits);
  refuseOtherBuild(name, record, event, origin);
  return { record, event, size: measureRecord(record), isAsWritten: isUnchanged };
}

function take(contents: ArtifactContents, file: string, maxBytes: number): Buffer {
  const content = contents.get(file);
  if (content === undefined) {
    throw new ArtifactRefused('artifact-unexpected-content', `it has no ${file}`);
  }
  if (content.length <= maxBytes) return content;
  throw new ArtifactRefused(
    'artifact-too-large',
    `its ${file} has ${content.length} bytes; at most ${maxBytes} are read`,
  );
}

async function unpackRecord(packed: Buffer, limits: ArtifactLimits): Promise<Buffer> {
  const inflated = Math.max(1_000_000, packed.length * limits.maxInflation);
  const maxOutputLength = Math.min(limits.maxRecordTextBytes, inflated);
  try {
    return await promisify(gunzip)(packed, { maxOutputLength, chunkSize });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new ArtifactRefused(
        'artifact-too-large',
        `its run record unpacks to more than ${maxOutputLength} bytes`,
        { cause },
      );
    }
    throw new ArtifactRefused('artifact-damaged', 'its run record is not whole', { cause });
  }
}

/** Faults of a record are looked for in the whole of its text. */
function parseRecord(text: string, limits: ArtifactLimits): Kept<RunRecord> {
  return parseShared(text, limits) ?? parse('run-record', text, artifactFiles.record, limits);
}

function parseShared(text: string, limits: ArtifactLimits): Kept<RunRecord> | undefined {
  const shared = shareMetrics(text);
  if (shared === undefined) return undefined;
  const maxValues = limits.maxRecordValues - shared.values;
  try {
    const value = parseJson(shared.text, '', { ...limitText(limits), maxValues });
    const fillOthers = shared.restore(value);
    if (fillOthers === undefined) return undefined;
    const kept = keepKnownFields('run-record', checkDocument('run-record', value, ''));
    fillOthers();
    return kept;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function limitText(limits: ArtifactLimits): TextLimits {
  return {
    maxCharacters: limits.maxRecordTextBytes,
    maxDepth: documentLimits.maxDepth,
    maxValues: limits.maxRecordValues,
  };
}

function parse<K extends DocumentKind>(
  kind: K,
  text: string,
  file: string,
  limits: ArtifactLimits,
): Kept<Documents[K]> {
  try {
    const document = parseDocument(kind, text, file, limitText(limits));
    return keepKnownFields(kind, document);
  } catch (cause) {
    if (!(cause instanceof UserError)) throw cause;
    const { where = file, seen, expected = 'what Perigee writes' } = cause.facts;
    const fault = `${where}: ${seen}; expected ${expected}`.slice(0, longestFault);
    throw new ArtifactRefused('artifact-unexpected-content', fault, { cause });
  }
}

function refuseOtherDigest(packed: Buffer, event: BuildEvent): void {
  const said = event.shard?.artifact;
  const sha256 = createHash('sha256').update(packed).digest('hex');
  if (said?.sha256 === sha256 && said.bytes === packed.length) return;
  throw new ArtifactRefused(
    'artifact-digest-mismatch',
    `its run record has the digest ${sha256}, but its event says ${said?.sha256 ?? 'nothing'}`,
  );
}

function refuseOtherBuild(
  name: string,
  record: RunRecord,
  event: BuildEvent,
  origin: BuildOrigin,
): void {
  const { suite, shard, plan } = record;
  const described = nameArtifact(suite, shard);
  const { build, shard: done } = event;
  const faults = [
    described !== name && `its record is that of ${described}`,
    build.suite !== suite && 'its event is of another suite than its record',
    (done?.planDigest !== plan.digest ||
      done.index !== shard.index ||
      done.total !== shard.total ||
      done.attempt !== shard.attempt) &&
      'its event is of another shard than its record',
    (!isSameRepository(build, origin) || build.runId !== origin.runId) &&
      `it is of run ${JSON.stringify(build.runId)} of ${build.repository}`,
  ];
  const fault = faults.find((each) => each !== false);
  if (fault === undefined) return;
  throw new ArtifactRefused('artifact-of-another-build', fault);
}

/** By its id, where both tell one: it may have been renamed since. */
function isSameRepository(build: BuildEvent['build'], origin: BuildOrigin): boolean {
  if (build.repositoryId !== undefined && origin.repositoryId !== undefined) {
    return build.repositoryId === origin.repositoryId;
  }
  // A pipeline may write the address of its repository in other letters than GitHub: it is the same one.
  return build.repository.toLowerCase() === origin.repository.toLowerCase();
}
