/** A Buildkite in memory, as the port shows it: plain values that a test changes and reads. */
import type { RunRecord } from '../../../src/contract/documents.ts';
import type { ArtifactSource } from '../../../src/transport/artifacts/artifact-store.ts';
import type {
  BuildkiteBuild,
  BuildkiteBuilds,
  BuildkiteJob,
} from '../../../src/transport/buildkite/builds.ts';
import { Refused } from '../../../src/transport/platform-errors.ts';
import { openMemorySource, packRecord, type StoredFiles, type UploadChanges } from './artifacts.ts';

export interface BuildkiteWorld {
  builds: BuildkiteBuild[];
  /** Id of a build → what its jobs uploaded. */
  artifacts: Map<string, StoredFiles[]>;
  /** Owner and name of the repository that the pipeline is of. */
  repository: string;
  /** How many of a commit's builds fit into the answers that are read. */
  mostListed: number;
  /** Set: Buildkite refuses to retry anything. */
  refusesRetries?: string;
  /** Ids of the jobs that were retried, in their order. */
  retried: string[];
  /** Told before each request. */
  onCall: (method: string) => void;
  /** A job takes the place of another one. */
  onRetry: (build: BuildkiteBuild, job: BuildkiteJob) => void;
  nowMs: () => number;
  lastJob: number;
}

export function createBuildkiteWorld(nowMs: () => number): BuildkiteWorld {
  return {
    ...{ builds: [], artifacts: new Map(), repository: 'acme/sync', retried: [], mostListed: 100 },
    ...{ onCall: () => undefined, onRetry: () => undefined, nowMs, lastJob: 0 },
  };
}

/** A build of the pipeline acme/sync that is at work. */
export function addBuild(
  world: BuildkiteWorld,
  changes: Pick<BuildkiteBuild, 'commit'> & Partial<BuildkiteBuild>,
): BuildkiteBuild {
  const number = world.builds.length + 1;
  const build: BuildkiteBuild = {
    ...{ runId: `acme/sync/${number}`, number, state: 'in-progress', source: 'webhook' },
    ...{ createdAtMs: world.nowMs(), url: `https://buildkite.com/acme/sync/builds/${number}` },
    jobs: [],
    ...changes,
  };
  world.builds.push(build);
  return build;
}

export function addJob(
  world: BuildkiteWorld,
  build: BuildkiteBuild,
  changes: Partial<BuildkiteJob> & { step: string },
): BuildkiteJob {
  world.lastJob += 1;
  const id = `job-${world.lastJob}`;
  const job: BuildkiteJob = {
    ...{ id, name: changes.step, state: 'running', retries: 0, createdAtMs: world.nowMs() },
    url: `${build.url}#${id}`,
    ...changes,
  };
  build.jobs.push(job);
  return job;
}

/** The jobs of the step `measure` with `parallelism`. */
export function addShards(world: BuildkiteWorld, build: BuildkiteBuild, total: number) {
  return Array.from({ length: total }, (_, index) =>
    addJob(world, build, { step: 'measure', parallel: { index, total } }),
  );
}

/** Once nothing in a build is at work, it has ended. */
export function endJob(build: BuildkiteBuild, job: BuildkiteJob, conclusion = 'passed'): void {
  Object.assign(job, { state: 'ended', conclusion });
  if (build.jobs.some(({ state }) => state !== 'ended')) return;
  const newest = build.jobs.filter(({ retriedIn }) => retriedIn === undefined);
  const isGood = newest.every((each) => each.conclusion === 'passed');
  Object.assign(build, { state: 'completed', conclusion: isGood ? 'success' : 'failure' });
}

/** Begins a job in the place of one that has ended, as its button, its rules or the API do. */
export function retry(
  world: BuildkiteWorld,
  build: BuildkiteBuild,
  old: BuildkiteJob,
): BuildkiteJob {
  const { conclusion: _, id: __, url: ___, ...rest } = old;
  const job = addJob(world, build, {
    ...rest,
    // Whatever is begun later is younger, in the same second too.
    ...{ state: 'waiting', retries: old.retries + 1, createdAtMs: world.nowMs() + world.lastJob },
  });
  old.retriedIn = job.id;
  build.state = 'in-progress';
  delete build.conclusion;
  return job;
}

export function uploadFrom(
  world: BuildkiteWorld,
  build: BuildkiteBuild,
  job: BuildkiteJob,
  record: RunRecord,
  changes?: UploadChanges,
): void {
  const { files, stored } = packRecord(
    record,
    { repository: 'acme/sync', runId: build.runId },
    changes,
  );
  const there = world.artifacts.get(build.runId) ?? [];
  const named = { ...stored, id: `${job.id}/${stored.name}` };
  world.artifacts.set(build.runId, [...there, { files, stored: named }]);
}

export function openBuildkiteWorld(world: BuildkiteWorld): BuildkiteBuilds {
  const call = async (method: string): Promise<void> => {
    world.onCall(method);
    await Promise.resolve();
  };
  const find = (runId: string) => world.builds.find((build) => build.runId === runId);
  return {
    listBuilds: async (pipeline, repository, commit) => {
      await call('listBuilds');
      if (repository !== world.repository) {
        const message = `the pipeline ${pipeline} is of the repository ${world.repository}, not of ${repository}`;
        throw new Refused('ci-not-found', message);
      }
      const found = world.builds.filter(
        (build) => build.commit === commit && build.runId.startsWith(`${pipeline}/`),
      );
      return structuredClone(found.toReversed().slice(0, world.mostListed));
    },
    listScheduled: async (pipeline, { branch, repository, sinceMs }) => {
      await call('listScheduled');
      if (repository !== world.repository) throw refuse(`the pipeline is of ${world.repository}`);
      return world.builds
        .filter((build) => build.source === 'schedule' && build.branch === branch)
        .filter((build) => build.runId.startsWith(`${pipeline}/`) && build.createdAtMs >= sinceMs)
        .filter(({ state }) => state === 'completed')
        .map((build) => ({ ...build, finishedAtMs: build.createdAtMs + build.jobs.length }));
    },
    readOrigin: async (runId) => {
      await call('readOrigin');
      return find(runId);
    },
    readBuild: async (runId) => {
      await call('readBuild');
      return structuredClone(find(runId));
    },
    retryJob: async (runId, jobId) => {
      await call('retryJob');
      const build = find(runId);
      const job = build?.jobs.find(({ id }) => id === jobId);
      if (build === undefined || job === undefined) throw refuse('there is no such job');
      if (job.retriedIn !== undefined) return;
      if (build.conclusion === 'cancelled') throw refuse('its build was canceled');
      if (world.refusesRetries !== undefined) throw refuse(world.refusesRetries);
      if (job.state !== 'ended') throw refuse('the job is at work');
      world.retried.push(jobId);
      world.onRetry(build, retry(world, build, job));
    },
  };
}

export function openBuildkiteArtifacts(world: BuildkiteWorld, runId: string): ArtifactSource {
  return { ...openMemorySource(world.artifacts.get(runId) ?? []), kind: 'buildkite' };
}

const refuse = (message: string) => new Refused('ci-not-allowed', message);
