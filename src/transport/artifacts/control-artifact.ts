import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GateEntry, Shard } from '../../contract/documents.ts';
import { keepKnownFields } from '../../contract/keep-known-fields.ts';
import { UserError } from '../../contract/user-error.ts';
import { parseDocument } from '../../contract/validate.ts';
import { artifactFiles } from './artifact-limits.ts';
import { type ArtifactContents, ArtifactRefused, type ArtifactToUpload } from './artifact-store.ts';
import { nameSuite } from './name-artifact.ts';
import { describeFile } from './pack-artifact.ts';

const shape = /^perigee-control-([1-9]\d{0,2})-of-([1-9]\d{0,2})-attempt-([1-9]\d{0,8})-./;
/** A thousand tests with names of 200 characters fit. */
const limits = { maxCharacters: 1_000_000, maxDepth: 10, maxValues: 20_000 };

/** Unlike that of a shard: a planted fault must not be taken for a measurement. */
export function nameControl(suite: string, { attempt, index, total }: Shard): string {
  return `perigee-control-${index + 1}-of-${total}-attempt-${attempt}-${nameSuite(suite)}`;
}

/** The shard whose control an artifact says it is; undefined for any other artifact. */
export function readControlName(name: string): Shard | undefined {
  const [, index, total, attempt] = shape.exec(name) ?? [];
  if (index === undefined) return undefined;
  return { index: Number(index) - 1, total: Number(total), attempt: Number(attempt) };
}

/** @param into where the artifact's own folder is made; one of that name is replaced */
export async function packControl(
  entry: GateEntry,
  shard: Shard,
  into: string,
): Promise<ArtifactToUpload> {
  const name = nameControl(entry.suite, shard);
  const folder = join(into, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, artifactFiles.gateEntry), `${JSON.stringify(entry)}\n`);
  const file = await describeFile(folder, artifactFiles.gateEntry);
  return { name, folder, files: [file], bytes: file.bytes };
}

/**
 * The result of a positive control, from the artifact of its job.
 * @param commit that its CI says it measured
 * @throws ArtifactRefused
 */
export function unpackControl(contents: ArtifactContents, commit: string): GateEntry {
  const file = artifactFiles.gateEntry;
  const content = contents.get(file);
  if (content === undefined) throw refuse(`it has no ${file}`);
  try {
    const document = parseDocument('gate-entry', content.toString('utf8'), file, limits);
    const { document: entry } = keepKnownFields('gate-entry', document);
    if (entry.control === undefined) throw refuse('it is of no control');
    if (entry.commit !== commit) throw refuse('it is of another commit than its run');
    return entry;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw refuse(error.facts.seen.slice(0, 500));
  }
}

function refuse(why: string): ArtifactRefused {
  return new ArtifactRefused('artifact-unexpected-content', why);
}
