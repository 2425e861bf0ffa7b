/** Builds, jobs and what they left, as plain values. */
import type { BuildArtifact } from '../../../bot/src/runs/measuring-jobs.ts';
import type { BuildkiteBuild, BuildkiteJob } from '../../../src/transport/buildkite/builds.ts';
import { nameArtifact } from '../../../src/transport/artifacts/name-artifact.ts';

export const startMs = Date.parse('2026-11-21T10:00:00Z');

/** A build of the branch `change-1` that passed. */
export function makeBuild(changes: Partial<BuildkiteBuild> = {}): BuildkiteBuild {
  const { number = 42 } = changes;
  return {
    ...{ runId: `acme/sync/${number}`, number, commit: 'c'.repeat(40), branch: 'change-1' },
    ...{ state: 'completed', conclusion: 'success', source: 'webhook', createdAtMs: startMs },
    ...{ url: `https://buildkite.com/acme/sync/builds/${number}`, jobs: [] },
    ...changes,
  };
}

/** A job of the step `measure` that passed. */
export function makeJob(id: string, changes: Partial<BuildkiteJob> = {}): BuildkiteJob {
  return {
    ...{ id, step: 'measure', name: 'measure', state: 'ended', conclusion: 'passed', retries: 0 },
    ...{ createdAtMs: startMs, url: `https://buildkite.com/acme/sync/builds/42#${id}` },
    ...changes,
  };
}

/** The job that takes the place of another one. */
export function retryOf(old: BuildkiteJob, id: string, afterMs: number): BuildkiteJob {
  old.retriedIn = id;
  const { retriedIn: _, ...rest } = old;
  return { ...rest, id, retries: old.retries + 1, createdAtMs: startMs + afterMs };
}

/** Jobs of one step with `parallelism`, `id-1` and so on. */
export function makeParallel(total: number, changes: Partial<BuildkiteJob> = {}): BuildkiteJob[] {
  return Array.from({ length: total }, (_, index) =>
    makeJob(`${changes.step ?? 'measure'}-${index + 1}`, {
      parallel: { index, total },
      ...changes,
    }),
  );
}

/** What a job left as the shard `index` of `total`. */
export function leave(
  job: BuildkiteJob,
  index: number,
  total: number,
  attempt = job.retries + 1,
): BuildArtifact {
  const shard = { index, total, attempt };
  const name = nameArtifact('sync', shard);
  return { stored: { name, id: `${job.id}/${name}`, bytes: 100 }, shard };
}
