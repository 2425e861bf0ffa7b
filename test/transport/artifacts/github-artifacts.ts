import { createBudget } from '../../../src/async/budget.ts';
import { artifactLimits } from '../../../src/transport/artifacts/artifact-limits.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ArtifactContents,
  ArtifactSource,
} from '../../../src/transport/artifacts/artifact-store.ts';
import type { SizedMemory } from '../../../src/async/sized-cache.ts';
import { collectRecords } from '../../../src/transport/artifacts/collect-records.ts';
import { openGithubRestSource } from '../../../src/transport/artifacts/github-rest.ts';
import type { PackedArtifact } from '../../../src/transport/artifacts/pack-artifact.ts';
import { openGithub } from '../../../src/transport/github/open-github.ts';
import type { FakeGithubApi } from '../../servers/ci/fake-github-api.ts';
import { type FakeClock, makeClock } from '../rest/make-clock.ts';
import { origin, packShard } from './make-run.ts';
import { makeZip, type ZipFile } from './make-zip.ts';

export function zipOf(artifact: PackedArtifact, changes: Partial<ZipFile> = {}): Buffer {
  return makeZip(
    artifact.files.map(({ name }) => ({
      name,
      content: readFileSync(join(artifact.folder, name)),
      ...changes,
    })),
  );
}

/** Stores a zip file as an artifact of the run, with a digest that fits it. @returns its id */
export function storeZip(
  github: FakeGithubApi,
  name: string,
  zip: Buffer,
  changes: Record<string, unknown> = {},
): number {
  const id = 11 + github.artifacts.length;
  const digest = `sha256:${createHash('sha256').update(zip).digest('hex')}`;
  github.artifacts.push({ id, name, size_in_bytes: zip.length, digest, ...changes });
  github.storage.contents.set(`/artifact-${id}`, zip);
  return id;
}

/** As a shard uploads it. */
export async function storeShard(
  github: FakeGithubApi,
  shard: [index: number, total: number, attempt: number] = [0, 2, 1],
  changes: Record<string, unknown> = {},
): Promise<number> {
  const artifact = await packShard(...shard);
  return storeZip(github, artifact.name, zipOf(artifact), changes);
}

export interface OpenSource {
  source: ArtifactSource;
  clock: FakeClock;
  collect(): ReturnType<typeof collectRecords>;
}

/** The artifacts of run 812, which the run records of the tests are of. */
export function openSource(
  github: FakeGithubApi,
  signal: AbortSignal = new AbortController().signal,
  contents?: SizedMemory<ArtifactContents>,
): OpenSource {
  const clock = makeClock();
  const credentials = { token: github.tokens.plain };
  const client = openGithub({ apiUrl: github.url, credentials, clock });
  const source = openGithubRestSource({
    budget: createBudget(artifactLimits.maxBytes),
    ...{ client, ...origin, signal },
    ...(contents === undefined ? {} : { contents }),
  });
  const collect = () => collectRecords({ store: source, suite: 'sync', build: origin });
  return { source, clock, collect };
}
