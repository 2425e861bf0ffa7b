import { readBuildkiteRun } from '../ci/buildkite-names.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type ArtifactSource, type StoredArtifact } from './artifact-store.ts';
import { fetchContent } from './fetch-content.ts';
import { refuseUnexpectedName } from './read-zip.ts';
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
      const all = await client.getPages(question, (page) =>
        readFields(page, `Buildkite’s answer for ${what}`).list(''),
      );
      listed.clear();
      for (const file of all.flatMap(parseFile)) {
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
      for (const file of files.filter(({ name }) => wanted.includes(name))) {
        const question = {
          path: `${path}/jobs/${file.job}/artifacts/${file.id}/download`,
          repository: '',
          what: `the artifact ${file.id} of build ${runId}`,
          signal,
        };
        const digest = file.sha1 === undefined ? {} : { digest: sha1(file.sha1) };
        const content = await client.budget.within(file.bytes, signal, () =>
          fetchContent({ client, question, limits, ...digest }),
        );
        contents.set(file.name, content);
      }
      return contents;
    },
  };
}

const sha1 = (hex: string) => ({ algorithm: 'sha1', hex }) as const;

/** Nothing for a file that lies in no folder, or that its agent could not upload. */
function parseFile(artifact: Fields): StoredFile[] {
  const state = artifact.text('state');
  const parts = artifact.text('path').split(/[/\\]/);
  const [folder, name] = parts.slice(-2);
  const id = artifact.text('id');
  const job = artifact.text('job_id');
  if (state === 'error' || folder === undefined || name === undefined) return [];
  if (!uuid.test(id) || !uuid.test(job)) return [];
  const digest = artifact.optionalText('sha1sum');
  return [
    {
      ...{ id, job, folder, name },
      bytes: artifact.whole('file_size'),
      sha1: digest !== undefined && /^[0-9a-f]{40}$/.test(digest) ? digest : undefined,
      isGone: state === 'deleted' || state === 'expired',
      isComing: state === 'new',
    },
  ];
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
