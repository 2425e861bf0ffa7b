import { within } from '../../async/within.ts';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import { ArtifactRefused, type ArtifactStore, type StoredArtifact } from './artifact-store.ts';
import { explainList, explainUpload } from './explain-upload.ts';
import { readZip } from './read-zip.ts';

/** The used part of `DefaultArtifactClient` of `@actions/artifact`, which the action brings with it. */
export interface GithubArtifactClient {
  uploadArtifact(
    name: string,
    files: string[],
    rootDirectory: string,
    options: { compressionLevel: number; retentionDays?: number },
  ): Promise<{ id?: number; size?: number; digest?: string }>;
  listArtifacts(): Promise<{
    artifacts: { name: string; id: number; size: number; digest?: string }[];
  }>;
  downloadArtifact(
    id: number,
    options: { path: string; expectedHash?: string; skipDecompress: boolean },
  ): Promise<{ digestMismatch?: boolean }>;
}

/** How long a job waits: the client alone would try for many minutes where the service does not answer. */
export interface GithubDeadlines {
  upload: number;
  list: number;
  /** For one download. */
  read: number;
  /** For all of them together, counted from the first. */
  readAll: number;
}

export interface GithubStoreOptions {
  client: GithubArtifactClient;
  /** The folder for downloads while they are read, e.g. the runner's own temporary folder. */
  temporaryFolder: string;
  deadlinesMs: GithubDeadlines;
  /** The repository's setting when absent. */
  retentionDays?: number;
}

/** The artifacts of this workflow run, all attempts and jobs, with the token that every job has. */
export function openGithubStore(
  options: GithubStoreOptions,
  limits: ArtifactLimits = artifactLimits,
): ArtifactStore {
  const { client, deadlinesMs, retentionDays } = options;
  let lastReadAt: number | undefined;
  return {
    kind: 'github',
    upload: async (artifact) => {
      const { name, folder, bytes } = artifact;
      const files = artifact.files.map((file) => join(folder, file.name));
      const uploadOptions = {
        // The large ones are compressed already.
        compressionLevel: 1,
        retentionDays,
      };
      const uploaded = client.uploadArtifact(name, files, folder, uploadOptions);
      const stored = await within(deadlinesMs.upload, uploaded).catch((error: unknown) => {
        throw explainUpload(artifact, error);
      });
      return {
        name,
        id: String(stored.id),
        bytes: stored.size ?? bytes,
        sha256: stored.digest,
      };
    },
    list: async () => {
      const listed = within(deadlinesMs.list, client.listArtifacts());
      const { artifacts } = await listed.catch((error: unknown) => {
        throw explainList(error);
      });
      return artifacts.map(({ name, id, size, digest }) => {
        const sha256 = digest?.replace(/^sha256:/, '');
        return {
          ...{ name, id: String(id), bytes: size },
          sha256,
        };
      });
    },
    read: async (stored, files) => {
      lastReadAt ??= performance.now() + deadlinesMs.readAll;
      const leftMs = Math.min(deadlinesMs.read, lastReadAt - performance.now());
      if (leftMs <= 0) throw reportNoTime(deadlinesMs.readAll);
      const folder = await mkdtemp(join(options.temporaryFolder, 'perigee-artifact-'));
      try {
        await download(client, stored, folder, leftMs);
        return await readZip(await readDownload(folder, limits), files, limits);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** As it is stored, not unpacked: the client's own unpacking knows no limits. */
async function download(
  client: GithubArtifactClient,
  { id, sha256 }: StoredArtifact,
  folder: string,
  deadlineMs: number,
): Promise<void> {
  const fetched = client.downloadArtifact(Number(id), {
    path: folder,
    skipDecompress: true,
    ...(sha256 === undefined ? {} : { expectedHash: `sha256:${sha256}` }),
  });
  const { digestMismatch } = await within(deadlineMs, fetched).catch((cause: unknown) => {
    const reason = (cause instanceof Error ? cause.message : String(cause)).split('\n')[0];
    throw new ArtifactRefused('artifact-unreachable', `it could not be downloaded: ${reason}`, {
      cause,
    });
  });
  // The client does not throw on a wrong digest, so we check.
  if (digestMismatch !== true) return;
  throw new ArtifactRefused(
    'artifact-digest-mismatch',
    `what was downloaded does not have the digest ${sha256} that GitHub has for it`,
  );
}

function reportNoTime(deadlineMs: number): ArtifactRefused {
  const message = `it was not fetched: all downloads together took longer than ${deadlineMs / 1000} s`;
  return new ArtifactRefused('artifact-unreachable', message);
}

async function readDownload(folder: string, limits: ArtifactLimits): Promise<Buffer> {
  const [file] = await readdir(folder);
  if (file === undefined) throw new ArtifactRefused('artifact-damaged', 'nothing was downloaded');
  const path = join(folder, file);
  const { size } = await stat(path);
  if (size > limits.maxBytes) {
    throw new ArtifactRefused('artifact-too-large', `it has ${size} bytes`);
  }
  return readFile(path);
}
