import type { Budget } from '../../async/budget.ts';
import { Refused } from '../platform-errors.ts';
import type { GithubClient } from '../github/client.ts';
import { readGithubRun } from '../github/names.ts';
import type { EntryOf } from '../github/routes.ts';
import type { Fields } from '../rest/fields.ts';
import type { SizedMemory } from '../../async/sized-cache.ts';
import { type ArtifactLimits, artifactLimits } from './artifact-limits.ts';
import type { ArtifactContents, ArtifactSource, StoredArtifact } from './artifact-store.ts';
import { fetchContent } from './fetch-content.ts';
import { readZip, refuseEarly } from './read-zip.ts';

export interface GithubSourceOptions {
  client: GithubClient;
  /** Owner and name, e.g. acme/sync. */
  repository: string;
  /** The id of the workflow run. */
  runId: string;
  signal: AbortSignal;
  /** The memory for downloads, of all builds together. */
  budget: Budget;
  /** Contents of recent artifacts: bot and aggregation read the same ones, each file of each. */
  contents?: SizedMemory<ArtifactContents>;
}

/** GitHub gives no more of a run's artifacts; a list without an end would be an attack. */
const mostPages = 50;

/**
 * The artifacts of any workflow run, all attempts and jobs, with a token that may read them
 * (`actions: read`).
 */
export function openGithubRestSource(
  options: GithubSourceOptions,
  limits: ArtifactLimits = artifactLimits,
): ArtifactSource {
  const { budget, client, contents, repository: place, runId, signal } = options;
  const { id: ofRun, ...repository } = readGithubRun(place, runId);
  return {
    kind: 'github',
    list: async () => {
      const question = { ...{ repository, what: `the artifacts of run ${runId}`, signal } };
      const pages = { mostPages };
      const all = await client
        .list(question, pages, (octokit, at) =>
          octokit.paginate.iterator(octokit.rest.actions.listWorkflowRunArtifacts, {
            ...at,
            run_id: ofRun,
          }),
        )
        .then((all) => all.map(parseArtifact));
      const other = all.find(({ owner }) => owner !== undefined && owner !== ofRun)?.owner;
      if (other === undefined) return all.map(({ stored }) => stored);
      throw new Refused('ci-strange-answer', `GitHub listed an artifact of run ${other}`);
    },
    read: async (stored, files) => {
      const { id, bytes, sha256 } = stored;
      refuseEarly(stored, limits);
      // The content of an artifact never changes.
      const key = JSON.stringify([place, id, sha256, files]);
      const known = contents?.find(key);
      if (known !== undefined) return known;
      const question = { repository, what: `the artifact ${id}`, signal };
      const locate = () =>
        client.locate(question, ({ rest }, at) =>
          rest.actions.downloadArtifact({ ...at, artifact_id: Number(id), archive_format: 'zip' }),
        );
      const digest =
        sha256 === undefined ? undefined : ({ algorithm: 'sha256', hex: sha256 } as const);
      return budget.within(bytes, signal, async () => {
        const zip = await fetchContent({
          ...{ sender: client.sender, locate, signal },
          ...{ bytes, maxBytes: limits.maxBytes },
          digest,
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

type Listed = EntryOf<'GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts', 'artifacts'>;

function parseArtifact(artifact: Fields<Listed>): { stored: StoredArtifact; owner?: number } {
  const owner = artifact.optionalWhole('workflow_run.id');
  const sha256 = /^sha256:([0-9a-f]{64})$/.exec(artifact.optionalText('digest') ?? '')?.[1];
  const createdAt = artifact.instant('created_at');
  const stored = {
    name: artifact.text('name'),
    id: String(artifact.whole('id')),
    bytes: artifact.whole('size_in_bytes'),
    sha256,
    ...(createdAt === undefined ? {} : { createdAtMs: Date.parse(createdAt) }),
    ...(artifact.isTrue('expired') ? { isExpired: true } : {}),
  };
  return { stored, owner };
}
