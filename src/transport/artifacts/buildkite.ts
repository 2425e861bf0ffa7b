import type { Budget } from '../../async/budget.ts';
import { readBuildkiteRun } from '../buildkite/names.ts';
import { Refused } from '../platform-errors.ts';
import type { BuildkiteClient } from '../buildkite/client.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type ArtifactSource } from './artifact-store.ts';
import {
  type KnownFiles,
  listFiles,
  type OverfullBuilds,
  type StoredFile,
  describeFolder,
  groupFiles,
  refuseStrange,
} from './buildkite-files.ts';
import { fetchContent } from './fetch-content.ts';
import { refuseTooLarge, refuseEarly } from './read-zip.ts';
import { refuseOtherHosts } from './storage-hosts.ts';

export interface BuildkiteSourceOptions {
  client: BuildkiteClient;
  /** `organisation/pipeline/number`. */
  runId: string;
  signal: AbortSignal;
  /** The memory for downloads, of all builds together. */
  budget: Budget;
  /** Hosts of storage that artifacts are fetched from, besides Buildkite's own: see refuseOtherHosts. */
  hosts?: readonly string[];
  /** If the build is at rest: its parts, and the files that were listed of such builds. */
  settled?: { state: string; known: KnownFiles };
  overfull?: OverfullBuilds;
}

/**
 * Artifacts of any build, its retried jobs too. Buildkite stores single files: an artifact of ours is a
 * folder of that name, wherever it lay on the agent, and has come when all of its files have. Two jobs
 * that uploaded the same folder left two artifacts of one name.
 */
export function openBuildkiteSource(
  options: BuildkiteSourceOptions,
  limits: ArtifactLimits = artifactLimits,
): ArtifactSource {
  const { budget, client, hosts, overfull, runId, settled, signal } = options;
  const { path } = readBuildkiteRun(runId);
  const refusePlace = refuseOtherHosts(hosts);
  let listed = new Map<string, StoredFile[]>();
  return {
    kind: 'buildkite',
    list: async () => {
      const known = {
        settled,
        overfull,
      };
      const files = await listFiles({ client, runId, path, signal, ...known });
      listed = groupFiles(files);
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
          what: `the artifact ${file.id} of build ${runId}`,
          signal,
        };
        const digest = file.sha1 === undefined ? {} : { digest: sha1(file.sha1) };
        // The job itself stated the size: a job that states less gets no more room in memory.
        const { bytes } = file;
        const request = {
          ...{ sender: client.sender, locate: () => client.locate(question), signal },
          ...{ bytes, maxBytes: bytes, refusePlace, ...digest },
        };
        const content = await budget.within(bytes, signal, () =>
          fetchContent(request).catch(refuseStorage),
        );
        contents.set(file.name, content);
      }
      return contents;
    },
  };
}

const sha1 = (hex: string) => ({ algorithm: 'sha1', hex }) as const;

/** Jobs may choose their storage: where nothing is fetched from, that one artifact is lost. */
function refuseStorage(error: unknown): never {
  if (!(error instanceof Refused) || error.code !== 'ci-strange-answer') throw error;
  throw new ArtifactRefused('artifact-unreachable', error.message, { cause: error });
}
