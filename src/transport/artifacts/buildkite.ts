import { readBuildkiteRun } from '../ci/buildkite-names.ts';
import { CiRefused } from '../ci/ci-errors.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type ArtifactSource, type StoredArtifact } from './artifact-store.ts';
import { fetchContent } from './fetch-content.ts';
import { refuseTooLarge, refuseUnexpectedName } from './read-zip.ts';
import { refuseEarly } from './refuse-early.ts';

export interface BuildkiteSourceOptions {
  client: RestClient;
  /** `organisation/pipeline/number`. */
  runId: string;
  signal: AbortSignal;
}

/** One file of an artifact: what Buildkite itself calls an artifact. */
interface StoredFile {
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

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/**
 * Of 100 files each. Buildkite takes 50 requests a minute from a user, and a pull request that uploads more
 * and more would have all of them.
 */
const mostPages = 20;

/**
 * Artifacts of any build, its retried jobs too. Buildkite stores single files: an artifact of ours is a
 * folder of that name, wherever it lay on the agent, and has come when all of its files have. Two jobs
 * that uploaded the same folder left two artifacts of one name.
 */
export function openBuildkiteSource(
  options: BuildkiteSourceOptions,
  limits: ArtifactLimits = artifactLimits,
): ArtifactSource {
  const { client, runId, signal } = options;
  const { path } = readBuildkiteRun(runId);
  const listed = new Map<string, StoredFile[]>();
  return {
    kind: 'buildkite',
    list: async () => {
      const what = `the artifacts of build ${runId}`;
      const question = { path: `${path}/artifacts`, repository: '', what, signal };
      const readPage = (page: unknown): Fields[] =>
        readFields(page, `Buildkite’s answer for ${what}`).list('');
      const all = await client.getPages(question, readPage, mostPages);
      listed.clear();
      for (const file of listOnce(all.flatMap(parseFile))) {
        const id = `${file.job}/${file.folder}`;
        listed.set(id, [...(listed.get(id) ?? []), file]);
      }
      return [...listed]
        .filter(([, files]) => !files.some(({ isComing }) => isComing))
        .map(([id, files]) => describeFolder(id, files));
    },
    read: async (stored, wanted) => {
      const files = listed.get(stored.id) ?? [];
      refuseEarly(stored, limits);
      refuseStrange(files, limits);
      const contents = new Map<string, Buffer>();
      const asked = files.filter(({ name }) => wanted.includes(name));
      for (const file of asked) refuseTooLarge(file, limits);
      for (const file of asked) {
        const question = {
          path: `${path}/jobs/${file.job}/artifacts/${file.id}/download`,
          repository: '',
          what: `the artifact ${file.id} of build ${runId}`,
          signal,
        };
        const digest = file.sha1 === undefined ? {} : { digest: sha1(file.sha1) };
        // How large it is the job itself has said: whoever says less has no more room in memory.
        const maxBytes = file.bytes;
        const content = await client.budget.within(maxBytes, signal, () =>
          fetchContent({ client, question, maxBytes, ...digest }).catch(refuseStorage),
        );
        contents.set(file.name, content);
      }
      return contents;
    },
  };
}

const sha1 = (hex: string) => ({ algorithm: 'sha1', hex }) as const;

/**
 * Nothing for a file that lies in no folder, that its agent could not upload, or whose path is none of ours:
 * other steps name their files as they like.
 */
function parseFile(artifact: Fields): StoredFile[] {
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

/** Jobs may choose their storage: where nothing is fetched from, that one artifact is lost. */
function refuseStorage(error: unknown): never {
  if (!(error instanceof CiRefused) || error.code !== 'ci-strange-answer') throw error;
  throw new ArtifactRefused('artifact-unreachable', error.message, { cause: error });
}

/** A list that grows while its pages are read shows some files twice. */
function listOnce(files: readonly StoredFile[]): StoredFile[] {
  return [...new Map(files.map((file) => [file.id, file])).values()];
}

function describeFolder(id: string, files: readonly StoredFile[]): StoredArtifact {
  return {
    name: files[0]?.folder ?? '',
    id,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    ...(files.some(({ isGone }) => isGone) ? { isExpired: true } : {}),
  };
}

function refuseStrange(files: readonly StoredFile[], limits: ArtifactLimits): void {
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
