import { Refused } from '../platform-errors.ts';
import { readGithubRun } from '../github/names.ts';
import { type Fields, readFields } from '../rest/fields.ts';
import type { SizedMemory } from '../rest/keep-sized.ts';
import type { RestClient } from '../rest/rest-client.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import type { ArtifactContents, ArtifactSource, StoredArtifact } from './artifact-store.ts';
import type { ByteBudget } from './byte-budget.ts';
import { fetchContent } from './fetch-content.ts';
import { readZip } from './read-zip.ts';
import { refuseEarly } from './refuse-early.ts';

export interface GithubSourceOptions {
  client: RestClient;
  /** Owner and name, e.g. acme/sync. */
  repository: string;
  /** The id of the workflow run. */
  runId: string;
  signal: AbortSignal;
  /** The memory for downloads, of all builds together. */
  budget: ByteBudget;
  /** Contents of recent artifacts: bot and aggregation read the same ones, each file of each. */
  contents?: SizedMemory<ArtifactContents>;
}

/**
 * The artifacts of any workflow run, all attempts and jobs, with a token that may read them
 * (`actions: read`).
 */
export function openGithubRestSource(
  options: GithubSourceOptions,
  limits: ArtifactLimits = artifactLimits,
): ArtifactSource {
  const { budget, client, contents, repository, runId, signal } = options;
  const run = readGithubRun(repository, runId);
  const actions = `/repos/${run.owner}/${run.name}/actions`;
  return {
    kind: 'github',
    list: async () => {
      const what = `the artifacts of run ${runId} of ${repository}`;
      const path = `${actions}/runs/${runId}/artifacts`;
      const all = await client.getPages({ path, repository, what, signal }, (page) =>
        readFields(page, `GitHub’s answer for ${what}`).list('artifacts'),
      );
      return all.map((artifact) => describeArtifact(artifact, run.id));
    },
    read: async (stored, files) => {
      const { id, bytes, sha256 } = stored;
      refuseEarly(stored, limits);
      // What an artifact holds never changes.
      const key = JSON.stringify([repository, id, sha256, files]);
      const known = contents?.find(key);
      if (known !== undefined) return known;
      const question = {
        path: `${actions}/artifacts/${id}/zip`,
        what: `the artifact ${id} of ${repository}`,
        repository,
        signal,
      };
      const digest =
        sha256 === undefined ? undefined : ({ algorithm: 'sha256', hex: sha256 } as const);
      return budget.within(bytes, signal, async () => {
        const zip = await fetchContent({
          ...{ client, question, bytes, maxBytes: limits.maxBytes },
          ...(digest === undefined ? {} : { digest }),
        });
        const found = await readZip(zip, files, limits);
        if (contents === undefined) return found;
        const copy = copyContents(found);
        contents.keep(key, copy, sumBytes(copy));
        return copy;
      });
    },
  };
}

/** Without the rest of the archive, which would stay in memory with them. */
function copyContents(found: ArtifactContents): ArtifactContents {
  return new Map([...found].map(([name, content]) => [name, Buffer.from(content)]));
}

function sumBytes(found: ArtifactContents): number {
  return [...found.values()].reduce((sum, { length }) => sum + length, 0);
}

function describeArtifact(artifact: Fields, runId: number): StoredArtifact {
  const owner = artifact.optionalWhole('workflow_run.id');
  if (owner !== undefined && owner !== runId) {
    throw new Refused('ci-strange-answer', `GitHub listed an artifact of run ${owner}`);
  }
  const sha256 = /^sha256:([0-9a-f]{64})$/.exec(artifact.optionalText('digest') ?? '')?.[1];
  const createdAt = artifact.instant('created_at');
  return {
    name: artifact.text('name'),
    id: String(artifact.whole('id')),
    bytes: artifact.whole('size_in_bytes'),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(createdAt === undefined ? {} : { createdAtMs: Date.parse(createdAt) }),
    ...(artifact.isTrue('expired') ? { isExpired: true } : {}),
  };
}
