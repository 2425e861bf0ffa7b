import { ListTooLong } from '../platform-errors.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { SizedMemory } from '../../async/sized-cache.ts';
import type { ArtifactAnswer } from '../buildkite/answers.ts';
import type { BuildkiteClient, BuildkiteQuestion } from '../buildkite/client.ts';
import type { ArtifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type StoredArtifact } from './artifact-store.ts';
import { refuseUnexpectedName } from './read-zip.ts';

/** One file of an artifact: what Buildkite itself calls an artifact. */
export interface StoredFile {
  id: string;
  job: string;
  folder: string;
  name: string;
  bytes: number;
  sha1: string | undefined;
  isGone: boolean;
  /** Its agent has not uploaded it to the end yet. */
  isComing: boolean;
}

interface Listing {
  files: readonly StoredFile[];
  /** When the build was first listed in this state. */
  seenMs: number;
  listedMs: number;
}

/** The files of builds at rest, as they were listed last. */
export type KnownFiles = SizedMemory<Listing>;

/** Builds that left more than is listed, in whatever state: that takes the most requests, and gives nothing. */
export type OverfullBuilds = SizedMemory<{ refusal: ListTooLong; listedMs: number }>;

export interface FilesOfBuild {
  client: BuildkiteClient;
  /** `organisation/pipeline/number`. */
  runId: string;
  /** Path of the build in the API. */
  path: string;
  signal: AbortSignal;
  /** The files of this build in this same state, once listed, are not asked for again. */
  settled?: { state: string; known: KnownFiles };
  overfull?: OverfullBuilds;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Pages of 100 files each. Buildkite takes 50 requests a minute from a user, and a pull request that uploads more and
 * more would have all of them.
 */
const mostPages = 20;
/** The last uploads may be listed a little later than their job has ended. */
const latestMs = 5 * 60_000;
/** Nothing new comes to a build in which nothing is at work; but what it left may be deleted, or expire. */
const believedMs = 60 * 60_000;

/**
 * The files that all jobs of a build have left, retried ones too.
 * @throws ListTooLong where they are too many, which is believed for an hour
 */
export async function listFiles(build: FilesOfBuild): Promise<readonly StoredFile[]> {
  const { client, overfull, runId, settled } = build;
  const { clock } = client.sender;
  const key = JSON.stringify([runId, settled?.state]);
  const nowMs = clock.monotonicMs();
  const kept = settled?.known.find(key);
  if (kept !== undefined && isBelieved(kept, nowMs)) return kept.files;
  const refused = overfull?.find(runId);
  if (refused !== undefined && nowMs - refused.listedMs < believedMs) throw refused.refusal;
  const all = await askForAll(build).catch((error: unknown) => {
    if (error instanceof ListTooLong) overfull?.keep(runId, { refusal: error, listedMs: nowMs }, 1);
    throw error;
  });
  const files = listOnce(all.flatMap(parseFile));
  // One that is still on its way has another state soon.
  if (settled !== undefined && !files.some(({ isComing }) => isComing)) {
    const listing = { files, seenMs: kept?.seenMs ?? nowMs, listedMs: nowMs };
    settled.known.keep(key, listing, files.length + 1);
  }
  return files;
}

async function askForAll({
  client,
  path,
  runId,
  signal,
}: FilesOfBuild): Promise<Fields<ArtifactAnswer>[]> {
  const what = `the artifacts of build ${runId}`;
  const question: BuildkiteQuestion = { path: `${path}/artifacts`, what, signal };
  const readPage = (page: unknown): Fields<ArtifactAnswer>[] =>
    readFields<ArtifactAnswer[]>(page, `Buildkite’s answer for ${what}`).items();
  return client.getPages(question, readPage, mostPages);
}

function isBelieved({ listedMs, seenMs }: Listing, nowMs: number): boolean {
  return listedMs - seenMs >= latestMs && nowMs - listedMs < believedMs;
}

/** A list that grows while its pages are read shows some files twice. */
function listOnce(files: readonly StoredFile[]): StoredFile[] {
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

/**
 * Nothing for a file that lies in no folder, that its agent could not upload, or whose path is none of ours:
 * other steps name their files as they like.
 */
function parseFile(artifact: Fields<ArtifactAnswer>): StoredFile[] {
  const state = artifact.text('state');
  const parts = (artifact.optionalText('path') ?? '').split(/[/\\]/);
  const [folder, name] = parts.slice(-2);
  const id = artifact.text('id');
  const job = artifact.text('job_id');
  const bytes = artifact.optionalWhole('file_size');
  if (state === 'error' || folder === undefined || name === undefined) return [];
  if (bytes === undefined) return [];
  if (!uuid.test(id) || !uuid.test(job)) return [];
  const digest = artifact.optionalText('sha1sum');
  return [
    {
      ...{ id, job, folder, name, bytes },
      sha1: digest !== undefined && /^[0-9a-f]{40}$/.test(digest) ? digest : undefined,
      isGone: state === 'deleted' || state === 'expired',
      isComing: state === 'new',
    },
  ];
}

/** The files of each folder of each job: Buildkite stores single files, and an artifact of ours is a folder. */
export function groupFiles<F extends Pick<StoredFile, 'job' | 'folder'>>(
  files: readonly F[],
): Map<string, F[]> {
  return Map.groupBy(files, ({ folder, job }) => `${job}/${folder}`);
}

export function describeFolder(
  id: string,
  files: readonly (Pick<StoredFile, 'folder' | 'bytes'> & { isGone?: boolean })[],
): StoredArtifact {
  return {
    name: files[0]?.folder ?? '',
    id,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    ...(files.some(({ isGone }) => isGone) ? { isExpired: true } : {}),
  };
}

/** @throws ArtifactRefused */
export function refuseStrange(
  files: readonly Pick<StoredFile, 'name'>[],
  limits: ArtifactLimits,
): void {
  if (files.length > limits.maxFiles) {
    throw new ArtifactRefused('artifact-too-large', `it has ${files.length} files`);
  }
  for (const [index, { name }] of files.entries()) {
    refuseUnexpectedName(name);
    if (files.findIndex((file) => file.name === name) === index) continue;
    const message = `its file ${name} is there twice`;
    throw new ArtifactRefused('artifact-unexpected-content', message);
  }
}
