import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ObservationRecord, RunRecord } from '../../contract/documents.ts';
import { documentLimits } from '../../contract/json-text.ts';
import { keepKnownFields } from '../../contract/keep-known-fields.ts';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { artifactFiles, type ArtifactLimits } from './artifact-limits.ts';
import { type ArtifactContents, ArtifactRefused } from './artifact-store.ts';

/**
 * The reads of setup and tests, as a run of the default branch saw them.
 * @param record that of the same artifact: an observation of another commit, or of other tests, is refused
 * @returns undefined where the artifact holds none
 * @throws ArtifactRefused
 */
export async function unpackObservation(
  contents: ArtifactContents,
  record: Pick<RunRecord, 'before' | 'after' | 'tests'>,
  limits: ArtifactLimits,
): Promise<ObservationRecord | undefined> {
  const packed = contents.get(artifactFiles.observation);
  if (packed === undefined) return undefined;
  const observation = parse(await inflate(packed, limits), limits);
  if (observation.commit !== record.before.commit && observation.commit !== record.after.commit) {
    throw refuse('it is of another commit than the run record');
  }
  const planned = new Set(record.tests.map(({ name }) => name));
  const named = observation.tests.map(({ name }) => name);
  if (new Set(named).size < named.length || named.some((name) => !planned.has(name))) {
    throw refuse('its tests are not those of the run record');
  }
  return observation;
}

async function inflate(packed: Buffer, limits: ArtifactLimits): Promise<string> {
  const { maxObservationBytes, maxObservationTextBytes: maxOutputLength } = limits;
  if (packed.length > maxObservationBytes) throw tooLarge(`${maxObservationBytes} bytes`);
  try {
    return (await promisify(gunzip)(packed, { maxOutputLength })).toString('utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(`${maxOutputLength} bytes unpacked`);
    const message = `its ${artifactFiles.observation} is not whole`;
    throw new ArtifactRefused('artifact-damaged', message, { cause });
  }
}

function parse(text: string, limits: ArtifactLimits): ObservationRecord {
  try {
    const document = parseDocument('observation', text, artifactFiles.observation, {
      maxCharacters: limits.maxObservationTextBytes,
      maxDepth: documentLimits.maxDepth,
      maxValues: limits.maxRecordValues,
    });
    return keepKnownFields('observation', document).document;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw refuse(error.facts.seen.slice(0, 500));
  }
}

function refuse(why: string): ArtifactRefused {
  const message = `its ${artifactFiles.observation} is not used: ${why}`;
  return new ArtifactRefused('artifact-unexpected-content', message);
}

function tooLarge(limit: string): ArtifactRefused {
  const message = `its ${artifactFiles.observation} has more than ${limit}`;
  return new ArtifactRefused('artifact-too-large', message);
}
